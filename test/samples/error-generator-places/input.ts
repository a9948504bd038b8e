export const tools = {
  async *pages() {
    'use step';
  },
  list: function* () {
    'use step';
  },
};
export class Jobs {
  static async *all() {
    'use step';
  }
}
export const flow = async function* () {
  'use workflow';
};
