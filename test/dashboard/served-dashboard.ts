/** A dashboard on a real store, served as an application serves it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createOwnDashboard, type OwnDashboardOptions } from '../../dashboard/server/create-dashboard.ts';
import { toNodeHandler } from '../../integrations/shared/node-handler.ts';
import type { StepName, WorkflowId } from '../../runtime/contract/ids.ts';
import type { WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';
import { getWritable, RetryableError } from '../../runtime/entries/workflow.ts';
import { writeDashboardPage } from '../../scripts/dashboard-page.ts';
import { buildFromFunctions, workflowIdOf, type TestCode } from '../runtime/build-from-functions.ts';
import { createHarness, createTestWorld, type Harness, type HarnessOptions } from '../runtime/harness.ts';

/** Work of each kind that an operator meets. */
const CODE: TestCode = {
  workflows: {
    order: async ({ step }, name: string) => await step('pay')(name),
    broken: async ({ step }, id: number) => await step('decline')(id),
    flaky: async ({ step }) => await step('later')(),
    sleepy: async ({ sleep, step }) => {
      await sleep('1h');
      return await step('pay')('late');
    },
    approval: async ({ createHook }) => {
      const hook = createHook({ token: 'approval-1' });
      return await hook;
    },
    resizes: async ({ step }) => await Promise.all(['cat.png', 'dog.png'].map((image) => step('resize')(image))),
    wide: async ({ step }, calls: number) => {
      const results = await Promise.all(Array.from({ length: calls }, (_, n) => step('pay')(`item ${n}`)));
      return results.length;
    },
    writer: async ({ step }) => await step('write')(),
  },
  steps: {
    pay: (name: string) => `${name} paid`,
    resize: Object.assign(() => 'small', { label: (image: string) => image }),
    decline: Object.assign(
      (id: number) => {
        throw new RangeError(`card ${id} declined`);
      },
      { maxRetries: 0 },
    ),
    later: () => {
      throw new RetryableError('not yet', { retryAfter: '1h' });
    },
    write: async () => {
      const writer = getWritable<string>().getWriter();
      for (const word of ['Once ', 'upon ', 'a time.']) await writer.write(word);
      await writer.close();
      return 3;
    },
  },
};

const GRAPH: WorkflowGraph = {
  nodes: [
    { id: 'start', kind: 'start', label: 'order', line: 1, column: 1 },
    { id: 'n1', kind: 'step', label: 'pay', stepId: 'step//./test//pay' as StepName, line: 2, column: 3 },
    { id: 'end', kind: 'end', label: 'end', line: 3, column: 1 },
  ],
  edges: [
    { from: 'start', to: 'n1' },
    { from: 'n1', to: 'end' },
  ],
};

export interface Served extends Harness {
  /** Where the dashboard is, with a slash at the end. */
  url: string;
}

/** Serves it until the test ends. */
export async function serveDashboard(
  options: OwnDashboardOptions = { isDevelopment: true },
  { code = CODE, ...harnessOptions }: HarnessOptions & { code?: TestCode } = {},
): Promise<Served> {
  await writeDashboardPage();
  const world = harnessOptions.world ?? (await createTestWorld(process.env['TEST_WORLD'] ?? 'sqlite'));
  const harness = await createHarness(code, { ...harnessOptions, world });
  await harness.runtime.useBuild(withManifest(code));
  const server = createServer(toNodeHandler(createOwnDashboard(options)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { ...harness, url: `http://127.0.0.1:${port}${options.basePath ?? '/_workflow'}/` };
}

function withManifest(code: TestCode) {
  const build = buildFromFunctions(code);
  const names = Object.keys(code.workflows);
  const workflows = Object.fromEntries(
    names.map((name) => [name, { workflowId: workflowIdOf(name) as WorkflowId, graph: GRAPH }]),
  );
  return { ...build, manifest: { ...build.manifest, workflows: { 'test.ts': workflows } } };
}
