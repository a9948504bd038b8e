import { EOL } from 'node:os';

/** The step stands two functions deep, and takes along from both. */
export async function flow(tenant: string) {
  'use workflow';
  async function each(names: string[]) {
    const results: string[] = [];
    for (const name of names) {
      const greet = async (mark: string) => {
        'use step';
        return `${tenant} ${name}${mark} ${names.length} ${EOL.length}`;
      };
      results.push(await greet('!'));
    }
    return results;
  }
  return each(['a', 'b']);
}
