import { calledDirectly, markWorkflow, registerStep, registerClass } from 'workflow/internal/compiled'; import { EOL } from 'node:os';

export class Orders {
  static #prefix = 'order';
  static fee = 3;
  static async place() { return calledDirectly("workflow//./input//Orders.place"); } static { markWorkflow("workflow//./input//Orders.place", this.place); }
  static quote = markWorkflow("workflow//./input//Orders.quote", { quote: async function() { return calledDirectly("workflow//./input//Orders.quote"); } }.quote);
  static arrow = markWorkflow("workflow//./input//Orders.arrow", { arrow: async () => { return calledDirectly("workflow//./input//Orders.arrow"); } }.arrow);
  static async named() { return calledDirectly("workflow//./input//Orders.named"); } static { markWorkflow("workflow//./input//Orders.named", this.named); }
  private static async charge(n: number) {
    
    return n + this.fee + EOL.length;
  } static { registerStep("step//./input//Orders.charge", this.charge, this); }; static { registerClass("class//./input//Orders", this, "Orders"); }
}
