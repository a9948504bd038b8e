import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const values = /* @__PURE__ */ (() => { const { load, nested: { save } } = {
  load: /* @__PURE__ */ stepProxy("step//./input//load"),
  nested: {
    save: /* @__PURE__ */ stepProxy("step//./input//nested/save"),
  },
}; return { load, save }; })(), load = /* @__PURE__ */ (() => values.load)(), save = /* @__PURE__ */ (() => values.save)(); export { load, save };
const values$1 = /* @__PURE__ */ (() => { const [first] = [
  /* @__PURE__ */ stepProxy("step//./input//anonymous"),
]; return { first }; })(), first = /* @__PURE__ */ (() => values$1.first)(); export { first };

export async function flow() {
  
  return [await load(), await save(), await first!()];
}
