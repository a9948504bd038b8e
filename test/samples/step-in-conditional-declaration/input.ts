import { EOL } from 'node:os';

export async function flow(kind: string) {
  'use workflow';
  let run: (n: number) => Promise<string>;
  switch (kind) {
    case 'a': {
      run = async (n) => {
        'use step';
        return `a ${n} ${EOL.length}`;
      };
      break;
    }
    case 'b':
      run = async function (n) {
        'use step';
        return `b ${n} ${kind} ${EOL.length}`;
      };
      break;
    default:
      run = kind.length > 1 ? async (n) => { 'use step'; return `long ${n} ${EOL.length}`; } : async (n) => String(n);
  }
  return run(1);
}
