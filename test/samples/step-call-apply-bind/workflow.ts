import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//add", undefined, add, undefined, 2); registerWorkflow("workflow//./input//flow", flow); 

async function add(...args) { return step$1(...args); }
const tools: { add?: typeof add; none?: typeof add } = { add };

export async function flow() {
  
  const bound = add.bind(null, 10);
  return [
    await add.call(null, 1, 2),
    await add.apply(undefined, [3, 4]),
    await bound(5),
    await tools.add?.(6, 7),
    await tools.none?.(1, 1),
    await Reflect.apply(add, null, [8, 9]),
  ];
}
