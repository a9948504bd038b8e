import { expect, test } from 'vitest';
import { hosts } from './hosts.ts';
import { builderOf } from './project-builder.ts';
import { SHOP } from './shop-project.ts';
import { createTempProject } from './temp-project.ts';

/** A class of errors in a file of its own, which the application, the workflow and the step import. */
const DENY = {
  'lib/denied.ts': `export class Denied extends Error {
  reason: string;
  constructor(reason: string) {
    super('denied');
    this.reason = reason;
  }
  get text(): string {
    return this.message + ': ' + this.reason;
  }
}
`,
  'workflows/deny.ts': `import { Denied } from '../lib/denied.ts';
async function fail() {
  'use step';
  throw new Denied('in a step');
}
fail.maxRetries = 0;
export async function deny() {
  'use workflow';
  const error = await fail().catch((thrown: unknown) => thrown);
  throw error instanceof Denied ? new Denied(error.text) : error;
}
`,
};

/**
 * A server in small: it loads a build, and the application starts a workflow by the function that it imports, and knows
 * the class of what the workflow throws.
 */
const SERVER = `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';
import { Denied, deny, order } from './dist/app.mjs';

process.env.WORKFLOW_WORLD = 'memory';
await registerBuild({ bundle, steps: await loadSteps(), manifest: JSON.parse(readFileSync('.workflow/manifest.json', 'utf8')) });
const run = await start(order, [[1, 2, 3]]);
const result = await run.returnValue;
const { cause } = await (await start(deny, [])).returnValue.catch((error) => error);
console.log(JSON.stringify({ result, cause: [cause instanceof Denied, cause.reason, cause.text] }));
await getWorld().close();
`;

test.each(hosts)(
  'a workflow starts from an application that is built with $name, and runs to its end',
  async (host) => {
    const project = await createTempProject({
      ...SHOP,
      ...DENY,
      'app.ts': `export { order } from './workflows/order.ts';\nexport { deny } from './workflows/deny.ts';\nexport { Denied } from './lib/denied.ts';\n`,
    });
    await builderOf(project).build();
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output: project.path('dist/app.mjs') });
    expect(await project.run(SERVER)).toEqual({
      result: { id: 36, amount: 6 },
      cause: [true, 'denied: in a step', 'denied: denied: in a step'],
    });
  },
);
