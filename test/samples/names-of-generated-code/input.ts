import { EOL } from 'node:os';

/** All that generated code would like to be called is taken. */
const step$1 = 1, closure$1 = 2, self = 3, registerClosure = 4, calledDirectly = 5, markWorkflow = 6, proxy = 7;
const undefined$1 = [step$1, closure$1, self, registerClosure, calledDirectly, markWorkflow, proxy];

async function step(args: number) {
  'use step';
  return args + undefined$1.length + EOL.length;
}
export async function flow(args$1: number) {
  'use workflow';
  const closure = async (...args: number[]) => {
    'use step';
    return [args, args$1, EOL.length];
  };
  return [await step(args$1), await closure(1, 2)];
}
