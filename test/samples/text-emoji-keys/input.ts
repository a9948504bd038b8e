import { EOL } from 'node:os';

export const mood = {
  '🎉': async () => {
    'use step';
    return `party ${EOL.length}`;
  },
  async 'naïve key'() {
    'use step';
    return `naïve ${EOL.length}`;
  },
  ключ: async () => {
    'use step';
    return `key ${EOL.length}`;
  },
};
export async function flow(text: string) {
  'use workflow';
  const 값 = `${text}🎉`;
  const nested = async () => {
    'use step';
    return 값 + EOL.length;
  };
  return [await mood['🎉'](), await mood['naïve key'](), await mood.ключ(), await nested()];
}
