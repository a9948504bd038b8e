/**
 * A process of its own that runs the project around it: `start <workflow> …json` or `follow <run>`. Prints the id of
 * the run, then its result, or what it failed with.
 */
import { readFile } from 'node:fs/promises';
import { getRun, start } from 'workflow/api';
import { createWorld, getWorld, registerBuild, setWorld } from 'workflow/runtime';
import { loadSteps } from './.workflow/steps.mjs';
import { bundle } from './.workflow/workflows.mjs';

const [what, name, args = '[]'] = process.argv.slice(2);
const manifest = JSON.parse(await readFile('.workflow/manifest.json', 'utf8'));
setWorld(await createWorld({ kind: 'sqlite', dataDir: 'data' }));
await registerBuild({ bundle, steps: await loadSteps(), manifest });
await getWorld().start?.();
const workflow = Object.values(manifest.workflows)
  .map((workflows) => workflows[name])
  .find(Boolean);
const run = what === 'start' ? await start(workflow, JSON.parse(args)) : getRun(name);
console.log(run.runId);
const told = ({ cause }) => ({ code: cause.code, fix: cause.fix, message: cause.message });
console.log(JSON.stringify(await run.returnValue.catch(told)));
await getWorld().close();
