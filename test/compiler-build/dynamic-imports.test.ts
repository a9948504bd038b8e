import { expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const WORKFLOW = `export async function main(name: string) {
  'use workflow';
  const known = await import('./known.ts');
  const error = await import(/* what comes in */ name).catch((thrown: unknown) => thrown as Error);
  const leaked = await error.constructor.constructor('return typeof process')?.().catch?.(() => 0);
  return [known.value, (error as { code?: string }).code, leaked];
}
`;
const SCRIPT = `import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';

process.env.WORKFLOW_WORLD = 'memory';
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const run = await start({ workflowId: 'workflow//./workflows/main//main' }, ['node:fs']);
const result = await run.returnValue.catch((error) => error.cause.name);
console.log(JSON.stringify({ result, bundled: bundle.code.includes('import(') }));
await getWorld().close();
`;

test('import() of what is known only at run time is refused in workflows, without a way out of the sandbox', async () => {
  const project = await createTempProject({
    'workflows/main.ts': WORKFLOW,
    'workflows/known.ts': 'export const value = 7;\n',
  });
  await builderOf(project).build();
  expect(await project.run(SCRIPT)).toEqual({ result: 'WorkflowError', bundled: false });
});
