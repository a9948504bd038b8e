import { registerClosure, markStep, registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; registerClosure("step//./input//Job#run", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
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
  static total = registerStep("step//./input//Job.total", { total: async () => {
    
    return this.rate + EOL.length;
  } }.total);
  static async named() {
    
    return `${await super.name()} ${EOL.length}`;
  } static { registerStep("step//./input//Job.named", this.named, this); }; static { registerClass("class//./input//Job", this, "Job"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ this: self }) { return (function () { return { run: async (n: number) => {
    
    return this.size + n + EOL.length;
  } }.run; }).call(self); }
