import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export const box = {
  size: 2,
  get total() { return stepProxy("step//./input//box/total")(); },
  get 'twice-size'() { return stepProxy("step//./input//box/twice-size", undefined, undefined, true).call(this); },
};
class Shop {
  static rate = 3;
  static get price() { return stepProxy("step//./input//Shop.price", undefined, undefined, true).call(this); }
  get name() { return stepProxy("step//./input//Shop#name")(); }; static { registerClass("class//./input//Shop", this, "Shop"); }
}

export async function flow(n: number) {
  
  const nested = {
    get value() { return stepProxy("step//./input//flow/nested/value", () => ({ n }))(); },
  };
  const { size } = box;
  return [size, await box.total, await Shop.price, await new Shop().name, await nested.value];
}
