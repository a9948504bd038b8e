import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); markStep("step//./input//anonymous", async () => {
  
});

export async function flow() { return calledDirectly("workflow//./input//flow"); }
