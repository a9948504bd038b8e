import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow, registerStepClass } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } registerClosure("step//./input//Job#run", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

class Base {
  static async name() {
    return 'base';
  }
}
class Job extends Base {
  static rate = 3;
  constructor(readonly size: number) {
    super();
  }
  static [WORKFLOW_SERIALIZE](job: Job) {
    return job.size;
  }
  static [WORKFLOW_DESERIALIZE](size: number) {
    return new Job(size);
  }
  run = markStep("step//./input//Job#run", { run: async (...args) => closure({ this: this })(...args) }.run, () => ({ this: this }));
  static total = step$1("step//./input//Job.total", { total: async () => {
    
    return this.rate + EOL.length;
  } }.total);
  static async named() {
    
    return `${await super.name()} ${EOL.length}`;
  } static { registerStep("step//./input//Job.named", this.named, this); markStep("step//./input//Job.named", this.named); }; static { registerStepClass("class//./input//Job", this, "Job"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ this: self }) { return (function () { return { run: async (n: number) => {
    
    return this.size + n + EOL.length;
  } }.run; }).call(self); }
