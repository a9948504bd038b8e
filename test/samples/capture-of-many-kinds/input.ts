import { EOL } from 'node:os';

export async function flow(date = new Date(0), ...rest: number[]) {
  'use workflow';
  const map = new Map([['a', new Set([1])]]);
  const { big, re: pattern } = { big: 5n, re: /x/g };
  let nothing: null | undefined = null;
  var late = 'late';
  const bytes = new Uint8Array([1, 2]);
  const error = new RangeError('out');
  const step = async () => {
    'use step';
    return [date, map, big, pattern, nothing, late, rest, bytes, `${error.name} ${error.message}`, EOL.length];
  };
  return step();
}
