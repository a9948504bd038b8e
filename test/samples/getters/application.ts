import { registerClosure, registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; registerClosure("step//./input//box/total", closure); registerClosure("step//./input//box/twice-size", closure$1); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested/value", closure$2); import { EOL } from 'node:os';

export const box = {
  size: 2,
  get total() { return closure().call(this); },
  get 'twice-size'() { return closure$1().call(this); },
};
class Shop {
  static rate = 3;
  static get price(): Promise<number> {
    
    return Promise.resolve(this.rate + EOL.length);
  } static { registerStep("step//./input//Shop.price", Object.getOwnPropertyDescriptor(this, "price").get, this); }
  get name(): Promise<string> {
    
    return Promise.resolve(`shop ${EOL.length}`);
  } static { registerStep("step//./input//Shop#name", Object.getOwnPropertyDescriptor(this.prototype, "name").get); }; static { registerClass("class//./input//Shop", this, "Shop"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return Object.getOwnPropertyDescriptor({ get total(): Promise<number> {
    
    return Promise.resolve(EOL.length);
  } }, "total").get; }

function closure$1() { return Object.getOwnPropertyDescriptor({ get 'twice-size'(): Promise<number> {
    
    return Promise.resolve(this.size * EOL.length * 2);
  } }, "twice-size").get; }

function closure$2({ n }) { return Object.getOwnPropertyDescriptor({ get value(): Promise<number> {
      
      return Promise.resolve(n + EOL.length);
    } }, "value").get; }
