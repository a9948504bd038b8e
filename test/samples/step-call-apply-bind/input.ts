import { EOL } from 'node:os';

async function add(a: number, b: number) {
  'use step';
  return a + b + EOL.length;
}
const tools: { add?: typeof add; none?: typeof add } = { add };

export async function flow() {
  'use workflow';
  const bound = add.bind(null, 10);
  return [
    await add.call(null, 1, 2),
    await add.apply(undefined, [3, 4]),
    await bound(5),
    await tools.add?.(6, 7),
    await tools.none?.(1, 1),
    await Reflect.apply(add, null, [8, 9]),
  ];
}
