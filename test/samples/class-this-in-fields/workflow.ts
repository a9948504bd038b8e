import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 
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
  run = stepProxy("step//./input//Job#run", () => ({ this: this }), undefined, undefined, 1);
  static total = /* @__PURE__ */ stepProxy("step//./input//Job.total");
  static async named(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Job.named", undefined, this.named, true); }; static { registerClass("class//./input//Job", this, "Job"); }
}

export async function flow() {
  
  return [await new Job(5).run(2), await Job.total(), await Job.named()];
}
