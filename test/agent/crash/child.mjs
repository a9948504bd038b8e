/** A process of its own that runs the project around it. Its parent asks it to start answers, and to approve calls. */
import { readFile } from 'node:fs/promises';
import { resumeHook, start } from 'workflow/api';
import { createWorld, getWorld, registerBuild, setWorld } from 'workflow/runtime';
import { loadSteps } from './.workflow/steps.mjs';
import { bundle } from './.workflow/workflows.mjs';

process.once('disconnect', () => process.exit());
setWorld(await createWorld({ kind: 'sqlite', dataDir: process.env.DATA_DIR }));
const manifest = JSON.parse(await readFile('.workflow/manifest.json', 'utf8'));
await registerBuild({ bundle, steps: await loadSteps(), manifest });
await getWorld().start();
process.on('message', async ({ id, workflow, question, approvalId }) => {
  // A call may be approved again by the process after the one that was told to.
  if (approvalId) await resumeHook(approvalId, { approved: true }).catch(() => {});
  else process.send({ id, runId: (await start(workflow, [question])).runId });
});
process.send({ id: 'up' });
