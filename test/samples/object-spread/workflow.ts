import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const base = {
  one: /* @__PURE__ */ stepProxy("step//./input//base/one"),
  two: /* @__PURE__ */ stepProxy("step//./input//base/two"),
};
const all = {
  ...base,
  ...{ three: /* @__PURE__ */ stepProxy("step//./input//all/three") },
  two: base.one,
};

export async function flow() {
  
  const { one, ...rest } = all;
  return [await one(), await rest.two(), await rest.three(), Object.keys(all)];
}
