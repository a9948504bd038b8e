// Grüße 🎉
import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flüssig", flüssig); 

const größe = /* @__PURE__ */ stepProxy("step//./input//größe");

export async function flüssig(text: string) {
  
  return größe(text);
}
