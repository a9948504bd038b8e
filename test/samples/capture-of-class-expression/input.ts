import { EOL } from 'node:os';

export async function flow(base: number) {
  'use workflow';
  const Box = class {
    value = base;
  };
  const Named = class Own extends Box {
    static label = Own.name;
  };
  const step = async () => {
    'use step';
    return [new Box().value, new Named().value, Named.label, EOL.length];
  };
  return step();
}
