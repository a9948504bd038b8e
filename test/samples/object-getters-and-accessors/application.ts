import { registerClosure, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//account/balance", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const account = {
  owner: 'me',
  get balance() { return closure().call(this); },
  get label() {
    return `account of ${this.owner}`;
  },
  set label(value: string) {
    this.owner = value;
  },
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return Object.getOwnPropertyDescriptor({ get balance(): Promise<number> {
    
    return Promise.resolve(5 + EOL.length);
  } }, "balance").get; }
