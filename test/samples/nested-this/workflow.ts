import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const maker = {
  label: 'made',
  make(n: number) {
    return stepProxy("step//./input//maker/make/anonymous", () => ({ this: this, n }));
  },
};

export async function flow(n: number) {
  
  const { label } = maker;
  const made = { label, make: maker.make }.make(n);
  return made(2);
}
