import { expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const ORDER = `import { getStepMetadata } from 'workflow';
export async function charge() {
  'use step';
  throw new Error(\`attempt \${getStepMetadata().attempt}\`);
}
charge.maxRetries = Number(process.env.RETRIES);

export async function order() {
  'use workflow';
  return await charge().catch((error) => error.message);
}
`;

const SERVER = `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';

process.env.WORKFLOW_WORLD = 'memory';
process.env.RETRIES = '1';
const { loadSteps } = await import('./.workflow/steps.mjs');
const steps = await loadSteps();
await registerBuild({ bundle, steps, manifest: JSON.parse(readFileSync('.workflow/manifest.json', 'utf8')) });
const run = await start({ workflowId: 'workflow//./workflows/order//order' });
console.log(JSON.stringify(await run.returnValue));
await getWorld().close();
`;

test('an option of a step that is read off the environment counts where the step runs', async () => {
  const project = await createTempProject({ 'workflows/order.ts': ORDER });
  await builderOf(project).build();
  expect(await project.run(SERVER)).toBe('attempt 2');
});
