import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const maker = {
  label: 'made',
  make(n: number) {
    return stepProxy("step//./input//maker/make/anonymous", () => ({ this: this, n }), undefined, undefined, 1);
  },
};

export async function flow(n: number) {
  
  const { label } = maker;
  return maker.make.call({ label } as typeof maker, n)(2);
}
