import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export const { load, nested: { save } } = {
  load: /* @__PURE__ */ stepProxy("step//./input//load"),
  nested: {
    save: /* @__PURE__ */ stepProxy("step//./input//nested/save"),
  },
};
export const [first] = [
  /* @__PURE__ */ stepProxy("step//./input//anonymous"),
];

export async function flow() {
  
  return [await load(), await save(), await first!()];
}
