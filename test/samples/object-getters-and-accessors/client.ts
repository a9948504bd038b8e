import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const account = {
  owner: 'me',
  get balance(): Promise<number> {
    
    return Promise.resolve(5 + EOL.length);
  },
  get label() {
    return `account of ${this.owner}`;
  },
  set label(value: string) {
    this.owner = value;
  },
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
