/** The workflow and the step that most programs end with. */

/**
 * @param result The values that the workflow gives besides the result of the step.
 * @param step The body of the step.
 */
export const FLOW = (result: string, step = 'return n + EOL.length;'): string => `
export async function flow() {
  'use workflow';
  const first = await addOne(1);
  return [first, ${result}];
}
async function addOne(n) {
  'use step';
  ${step}
}
`;

/** The import that the step needs. */
export const NODE = `import { EOL } from 'node:os';\n`;
