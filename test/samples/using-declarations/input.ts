import { EOL } from 'node:os';

const closed: string[] = [];
const open = (name: string) => ({ name, [Symbol.dispose]: () => void closed.push(name) });
const openLater = (name: string) => ({ name, [Symbol.asyncDispose]: async () => void closed.push(name) });

async function read() {
  'use step';
  using file = open('file');
  await using connection = openLater('connection');
  return [file.name, connection.name, EOL.length];
}

export async function flow() {
  'use workflow';
  const names: unknown[] = [];
  {
    using outer = open('outer');
    const nested = async () => {
      'use step';
      using inner = { [Symbol.dispose]() {} };
      return `nested ${typeof inner} ${EOL.length}`;
    };
    names.push(outer.name, await nested());
  }
  return [...names, await read(), closed.includes('outer')];
}
