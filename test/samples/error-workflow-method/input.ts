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
  static async order() {
    'use workflow';
  }
  async refund() {
    'use workflow';
  }
  static field = async () => {
    'use workflow';
  };
}
