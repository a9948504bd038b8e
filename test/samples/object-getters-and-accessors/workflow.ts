import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const account = {
  owner: 'me',
  get balance() { return stepProxy("step//./input//account/balance")(); },
  get label() {
    return `account of ${this.owner}`;
  },
  set label(value: string) {
    this.owner = value;
  },
};

export async function flow() {
  
  account.label = 'you';
  return [account.label, await account.balance];
}
