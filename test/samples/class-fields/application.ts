import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//Jobs#run", closure); registerClosure("step//./input//Jobs#make/anonymous", closure$1); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Jobs {
  static #hidden = registerStep("step//./input//Jobs.#hidden", { "#hidden": async (n: number) => {
    
    return n + EOL.length;
  } }["#hidden"]);
  static {
    this.late = registerStep("step//./input//Jobs/late", { late: async () => {
      
      return `late ${EOL.length}`;
    } }.late);
  }
  declare static late: () => Promise<string>;
  label = 'job';
  run = markStep("step//./input//Jobs#run", { run: async function (...args) { return closure().apply(this, args); } }.run);
  make(n: number) {
    const { label } = this;
    return markStep("step//./input//Jobs#make/anonymous", async (...args) => closure$1({ label, n })(...args), () => ({ label, n }));
  }
  static all(job: Jobs) {
    return [Jobs.#hidden(1), Jobs.late(), job.run(2), job.make(3)(4)];
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { run: async function (n: number) {
    
    return n * EOL.length;
  } }.run; }

function closure$1({ label, n }) { return async (m: number) => {
      
      return `${label} ${n} ${m} ${EOL.length}`;
    }; }
