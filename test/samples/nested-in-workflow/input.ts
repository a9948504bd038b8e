import { createHash } from 'node:crypto';

const SALT = 'salt';

export async function sign(text: string) {
  'use workflow';
  const prefix = `<${text}>`;
  // Used before it stands.
  const before = await declared(1);
  async function declared(times: number, glue = prefix): Promise<string> {
    'use step';
    return hash(SALT + text.repeat(times) + glue);
  }
  const arrow = async ({ size }: { size: number }) => {
    'use step';
    return hash(prefix).slice(0, size);
  };
  const results: string[] = [before];
  for (const part of ['a', 'b']) {
    const inLoop = async () => {
      'use step';
      return hash(part + prefix);
    };
    results.push(await inLoop());
  }
  return [...results, await arrow({ size: 3 })];
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
