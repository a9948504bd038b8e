export const tools = {
  async run() {
    'use step';
    'use workflow';
  },
};
export default async () => {
  "use workflow"; 'use step';
};
