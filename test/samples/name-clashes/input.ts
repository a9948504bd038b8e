import { EOL } from 'node:os';

const markStep = 1, registerStep = 2, stepProxy = 3, step = 4, closure = 5, registerWorkflow = 6;
const args = [7];

async function load() {
  'use step';
  return markStep + registerStep + EOL.length;
}

export async function flow(registerClosure: number) {
  'use workflow';
  const proxy = async () => {
    'use step';
    return registerClosure + closure + EOL.length;
  };
  return [await load(), await proxy(), stepProxy, step, closure, registerWorkflow, args];
}
