import defer * as os from 'node:os';

namespace Rates {
  export const deep = { base: 3 };
}
import Deep = Rates.deep;
export import Again = Rates.deep;

async function read() {
  'use step';
  return os.EOL.length + Deep.base;
}
export async function flow() {
  'use workflow';
  return [await read(), Deep.base, Again.base];
}
