import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const box = {
  size: 2,
  get total(): Promise<number> {
    
    return Promise.resolve(EOL.length);
  },
  get 'twice-size'(): Promise<number> {
    
    return Promise.resolve(this.size * EOL.length * 2);
  },
};
class Shop {
  static rate = 3;
  static get price(): Promise<number> {
    
    return Promise.resolve(this.rate + EOL.length);
  }
  get name(): Promise<string> {
    
    return Promise.resolve(`shop ${EOL.length}`);
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
