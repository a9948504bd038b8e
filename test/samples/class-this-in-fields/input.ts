import { EOL } from 'node:os';
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
  run = async (n: number) => {
    'use step';
    return this.size + n + EOL.length;
  };
  static total = async () => {
    'use step';
    return this.rate + EOL.length;
  };
  static async named() {
    'use step';
    return `${await super.name()} ${EOL.length}`;
  }
}

export async function flow() {
  'use workflow';
  return [await new Job(5).run(2), await Job.total(), await Job.named()];
}
