// Grüße 🎉
import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flüssig", flüssig); 

const größe = /* @__PURE__ */ stepProxy("step//./input//größe", undefined, undefined, undefined, 1);

export async function flüssig(text: string) {
  
  return größe(text);
}
