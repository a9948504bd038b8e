import { EOL } from 'node:os';

export async function flow(name: string) {
  'use workflow';
  const console = { log: `logged ${name}` };
  const Map = globalThis.Map;
  const undefined = void 0;
  const step = async (Set: string) => {
    'use step';
    return [console.log, Set, typeof WeakMap, undefined === void 0, EOL.length];
  };
  return [await step('set'), new Map().size];
}
