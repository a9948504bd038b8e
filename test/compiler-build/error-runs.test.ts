/** Wrong examples of errors that a run ends with, run. */
import { expect, test } from 'vitest';
import { AREAS } from '../../cli/explain/explained-areas.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

/** Those whose wrong example is a whole program, apart from who starts it. */
const CODES = [
  'context_not_in_step',
  'context_not_in_workflow',
  'continue_arguments_not_array',
  'duration_invalid',
  'sandbox_global_unavailable',
  'sandbox_import_outside',
  'step_option_invalid',
  'step_option_unknown',
  'step_should_retry_missing',
  'value_body_unread',
  'value_body_used',
  'value_not_serializable',
  'value_too_deep',
];

const WORKFLOW = /async function (\w+)\([^)]*\) \{\n *'use workflow'/;
const STEP = /async function (\w+)\([^)]*\) \{\n *'use step'/;
/** The argument of every call: a text that can also be fetched. */
const ARGUMENT = 'data:,hello';

/** The wrong example of a code; one that is only a step gets a workflow that calls it. */
function programOf(code: string): { source: string; workflow: string } {
  const { wrong } = AREAS.flatMap(({ errors }) => errors).find((error) => error.code === code)!;
  if (typeof wrong !== 'string') throw new Error(`The wrong example of ${code} is not one file.`);
  const workflow = WORKFLOW.exec(wrong)?.[1];
  if (workflow !== undefined) return { source: wrong, workflow };
  const caller = `export async function caller(text) {\n  'use workflow';\n  await ${STEP.exec(wrong)![1]}(text);\n}`;
  return { source: `${wrong}\n\n${caller}`, workflow: 'caller' };
}

test('the wrong examples end their runs with the error that their page is about', async () => {
  const programs = CODES.map((code) => ({ code, ...programOf(code) }));
  const project = await createTempProject(
    Object.fromEntries(programs.map(({ code, source }) => [`workflows/${code}.ts`, source])),
  );
  await builderOf(project).build();
  const runs = programs.map(({ code, workflow }) => [code, `workflow//./workflows/${code}//${workflow}`]);
  const ends = await project.run<Record<string, string>>(`import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';

process.env.WORKFLOW_WORLD = 'memory';
const print = console.log;
console.log = () => {};
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const ends = {};
for (const [code, workflowId] of ${JSON.stringify(runs)}) {
  const run = await start({ workflowId }, [${JSON.stringify(ARGUMENT)}]);
  ends[code] = await run.returnValue.then(() => 'completed', ({ cause }) => cause.code ?? cause.message);
}
await getWorld().close();
print(JSON.stringify(ends));
`);
  expect(ends).toEqual(Object.fromEntries(CODES.map((code) => [code, code])));
});
