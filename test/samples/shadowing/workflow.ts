import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 



export async function flow(y: string) {
  
  const x = 'flow';
  const outer = stepProxy("step//./input//flow/outer", () => ({ x }), undefined, undefined, 1);
  {
    const x = 'block';
    const block = stepProxy("step//./input//flow/block", () => ({ x, y }));
    return [await outer('argument'), await block(), await top()];
  }
}
const top = /* @__PURE__ */ stepProxy("step//./input//top");
