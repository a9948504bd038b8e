import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

class Jobs {
  static #hidden = /* @__PURE__ */ stepProxy("step//./input//Jobs.#hidden", undefined, undefined, undefined, 1);
  static {
    this.late = /* @__PURE__ */ stepProxy("step//./input//Jobs/late");
  }
  declare static late: () => Promise<string>;
  label = 'job';
  run = stepProxy("step//./input//Jobs#run", undefined, undefined, undefined, 1);
  make(n: number) {
    const { label } = this;
    return stepProxy("step//./input//Jobs#make/anonymous", () => ({ label, n }), undefined, undefined, 1);
  }
  static all(job: Jobs) {
    return [Jobs.#hidden(1), Jobs.late(), job.run(2), job.make(3)(4)];
  }
}

export async function flow() {
  
  return Promise.all(Jobs.all(new Jobs()));
}
