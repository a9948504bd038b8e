import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

/** A local class is copied with nothing; its methods make steps that capture their arguments. */
export async function flow(base: number) {
  
  class Maker {
    make(n: number) {
      return stepProxy("step//./input//flow/Maker#make/anonymous", () => ({ base, n }));
    }
  }
  const maker = new Maker();
  return [await maker.make(1)(), await maker.make(2)()];
}
