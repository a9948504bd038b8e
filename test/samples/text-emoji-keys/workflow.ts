import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export const mood = {
  '🎉': /* @__PURE__ */ stepProxy("step//./input//mood/🎉"),
  'naïve key': /* @__PURE__ */ stepProxy("step//./input//mood/naïve key"),
  ключ: /* @__PURE__ */ stepProxy("step//./input//mood/ключ"),
};
export async function flow(text: string) {
  
  const 값 = `${text}🎉`;
  const nested = stepProxy("step//./input//flow/nested", () => ({ 값 }));
  return [await mood['🎉'](), await mood['naïve key'](), await mood.ключ(), await nested()];
}
