export const flows = {
  async order() {
    'use workflow';
  },
  get total() {
    'use workflow';
    return 1;
  },
};
export class Flows {
  async refund() {
    'use workflow';
  }
  field = async () => {
    'use workflow';
  };
  static get order() {
    'use workflow';
    return 1;
  }
  static async [`name ${1 + 1}`]() {
    'use workflow';
  }
}
export function make() {
  return class {
    static async order() {
      'use workflow';
    }
  };
}
