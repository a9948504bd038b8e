import { EOL } from 'node:os';

const x = 'module';

export async function flow(y: string) {
  'use workflow';
  const x = 'flow';
  const outer = async (y: string) => {
    'use step';
    const inner = (x: number) => x + EOL.length;
    return [x, y, inner(1)];
  };
  {
    const x = 'block';
    const block = async ({ y: z = y } = {} as { y?: string }) => {
      'use step';
      return [x, z, EOL.length];
    };
    return [await outer('argument'), await block(), await top()];
  }
}
const top = async () => {
  'use step';
  return x + EOL.length;
};
