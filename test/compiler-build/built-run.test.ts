import { expect, test } from 'vitest';
import { hosts } from './hosts.ts';
import { builderOf } from './project-builder.ts';
import { SHOP } from './shop-project.ts';
import { createTempProject } from './temp-project.ts';

/** A server in small: it loads a build, and the application starts a workflow by the function that it imports. */
const SERVER = `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';
import { order } from './dist/app.mjs';

process.env.WORKFLOW_WORLD = 'memory';
await registerBuild({ bundle, steps: await loadSteps(), manifest: JSON.parse(readFileSync('.workflow/manifest.json', 'utf8')) });
const run = await start(order, [[1, 2, 3]]);
console.log(JSON.stringify(await run.returnValue));
await getWorld().close();
`;

test.each(hosts)(
  'a workflow starts from an application that is built with $name, and runs to its end',
  async (host) => {
    const project = await createTempProject({ ...SHOP, 'app.ts': `export { order } from './workflows/order.ts';\n` });
    await builderOf(project).build();
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output: project.path('dist/app.mjs') });
    expect(await project.run(SERVER)).toEqual({ id: 36, amount: 6 });
  },
);
