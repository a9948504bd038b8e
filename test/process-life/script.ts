/** A script that uses the API and then has nothing left to do. Its argument says what it does before. */
import { getRun, start } from '../../runtime/entries/api.ts';
import { createWorld, getWorld, registerBuild, setWorld } from '../../runtime/entries/runtime.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { buildFromFunctions, workflowIdOf } from '../runtime/build-from-functions.ts';

const build = buildFromFunctions({
  workflows: {
    nap: async ({ sleep }) => {
      await sleep(300);
      return 'awake';
    },
    publish: async ({ step, createHook }) => {
      await step('write')();
      await createHook();
    },
  },
  steps: {
    write: async () => {
      const writer = getWritable().getWriter();
      await writer.write(1);
      await writer.write(2);
    },
  },
});

const SCRIPTS: Record<string, () => Promise<void>> = {
  async 'awaits a result'() {
    const run = await start({ workflowId: workflowIdOf('nap') });
    console.log(await run.returnValue);
  },
  async 'closes under a reader'() {
    const { runId } = await start({ workflowId: workflowIdOf('publish') });
    const reader = getRun(runId).readable.getReader();
    console.log((await reader.read()).value);
    await getWorld().close();
  },
  async 'starts and forgets'() {
    await start({ workflowId: workflowIdOf('nap') });
    console.log('started');
  },
};

setWorld(await createWorld({ kind: 'sqlite', dataDir: process.argv[3]! }));
await registerBuild(build);
await getWorld().start();
await SCRIPTS[process.argv[2]!]!();
