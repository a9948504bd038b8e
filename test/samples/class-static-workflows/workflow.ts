import { registerWorkflow, stepProxy, registerClass } from 'workflow/internal/compiled'; let step$1; 

export class Orders {
  static #prefix = 'order';
  static fee = 3;
  static async place(n: number) {
    
    return [await Orders.charge(n), await Orders.quote(n)];
  } static { registerWorkflow("workflow//./input//Orders.place", this.place); }
  static quote = registerWorkflow("workflow//./input//Orders.quote", { quote: async function (this: typeof Orders, n: number) {
    
    return `${this.#prefix} ${await this.charge(n)}`;
  } }.quote, this, "Orders");
  static arrow = registerWorkflow("workflow//./input//Orders.arrow", { arrow: async (n: number) => {
    
    return this.#prefix + (await this.charge(n));
  } }.arrow);
  static async named(n: number) {
    
    return [this.name, this.#prefix, await this.charge(n)];
  } static { registerWorkflow("workflow//./input//Orders.named", this.named, this, "Orders"); }
  private static async charge(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Orders.charge", undefined, this.charge, true, 1); }; static { registerClass("class//./input//Orders", this, "Orders"); }
}
