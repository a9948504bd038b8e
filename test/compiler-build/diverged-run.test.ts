import { cp } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const BEFORE = `import { createHook } from 'workflow';

export async function order() {
  'use workflow';
  await reserve();
  await createHook({ token: 'go' });
}

async function reserve() {
  'use step';
}
async function charge() {
  'use step';
}
`;
const AFTER = BEFORE.replace(
  '  await reserve();',
  '  const customer = "c1";\n  if (customer) await charge();\n  await reserve();',
);

/** Starts a run with the code of before, and asks whether it could go on with the code of after. */
const SCRIPT = `import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow-before/workflows.mjs';
import { loadSteps } from './.workflow-before/steps.mjs';
import { bundle as nextBundle } from './.workflow/workflows.mjs';
import { loadSteps as loadNextSteps } from './.workflow/steps.mjs';

process.env.WORKFLOW_WORLD = 'memory';
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const run = await start({ workflowId: 'workflow//./workflows/order//order' });
await registerBuild({ bundle: nextBundle, steps: await loadNextSteps(), manifest: {} });
console.log(JSON.stringify(await run.moveTo({ dryRun: true })));
await getWorld().close();
`;

test('code that does not fit a run is named with its place in the source', async () => {
  const project = await createTempProject({ 'workflows/order.ts': BEFORE });
  await builderOf(project).build();
  await cp(project.path('.workflow'), project.path('.workflow-before'), { recursive: true });
  await project.write({ 'workflows/order.ts': AFTER });
  await builderOf(project).build();
  const { fits, problem } = await project.run<{ fits: boolean; problem: { message: string } }>(SCRIPT);
  expect(fits).toBe(false);
  expect(problem.message).toMatch(
    /has a call of the step ".*reserve", .* asked for .*charge" at charge \(.*\) ← order \(workflows\/order\.ts:6:23\)/,
  );
});
