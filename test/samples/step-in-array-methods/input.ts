import { EOL } from 'node:os';

export async function flow(names: string[]) {
  'use workflow';
  const all = await Promise.all(
    names.map(async (name, index) => {
      'use step';
      return `${name} ${index} ${EOL.length}`;
    }),
  );
  const isLong = async (text: string) => {
    'use step';
    return text.length + EOL.length > 6;
  };
  const long = await Promise.all(all.map(isLong));
  return all.filter((_, index) => long[index]);
}
