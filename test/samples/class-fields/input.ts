import { EOL } from 'node:os';

class Jobs {
  static #hidden = async (n: number) => {
    'use step';
    return n + EOL.length;
  };
  static {
    this.late = async () => {
      'use step';
      return `late ${EOL.length}`;
    };
  }
  declare static late: () => Promise<string>;
  label = 'job';
  run = async function (n: number) {
    'use step';
    return n * EOL.length;
  };
  make(n: number) {
    const { label } = this;
    return async (m: number) => {
      'use step';
      return `${label} ${n} ${m} ${EOL.length}`;
    };
  }
  static all(job: Jobs) {
    return [Jobs.#hidden(1), Jobs.late(), job.run(2), job.make(3)(4)];
  }
}

export async function flow() {
  'use workflow';
  return Promise.all(Jobs.all(new Jobs()));
}
