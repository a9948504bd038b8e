import { expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const PAYMENT = `export async function charge() {\n  'use step';\n}\nexport async function refund() {\n  'use step';\n}\n`;

test.each([
  ['by its name', `import { charge } from '../lib/payment.ts';`, 'charge()'],
  ['by another name', `import { charge as pay } from '../lib/payment.ts';`, 'pay()'],
  ['with its whole module', `import * as payment from '../lib/payment.ts';`, 'payment.charge()'],
  ['through a module with directives', `import { pay } from '../lib/more.ts';`, 'pay()'],
  ['through a module without directives', `import { charge } from '../lib/index.ts';`, 'charge()'],
  ['by an alias', `import { charge } from '~/payment.ts';`, 'charge()'],
])('a step that is imported %s is in the graph with its id', async (_how, importing, call) => {
  const project = await createTempProject({
    'workflows/order.ts': `${importing}\nexport async function order() {\n  'use workflow';\n  await ${call};\n}\n`,
    'lib/payment.ts': PAYMENT,
    'lib/more.ts': `export { charge as pay } from './payment.ts';\nexport async function more() {\n  'use step';\n}\n`,
    'lib/index.ts': `export * from './payment.ts';\n`,
    'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }',
  });
  const { manifest } = await builderOf(project).build();
  const { nodes } = manifest.workflows['workflows/order.ts']!['order']!.graph;
  expect(nodes.map(({ kind, stepId }) => stepId ?? kind)).toEqual(['start', 'step//./lib/payment//charge', 'end']);
});

test('the graph changes neither the bundle nor its id, and is the same each time', async () => {
  const code = `import { charge } from '../lib/payment.ts';
export async function order() {\n  'use workflow';\n  await charge();\n}\n`;
  const project = await createTempProject({ 'workflows/order.ts': code, 'lib/payment.ts': PAYMENT });
  const first = await builderOf(project).build();
  await project.write({ 'workflows/order.ts': `// Moved.\n${code}` });
  const moved = await builderOf(project).build();
  expect(moved.buildId).toBe(first.buildId);
  expect(moved.manifest.workflows).not.toEqual(first.manifest.workflows);
  await project.write({ 'workflows/order.ts': code });
  expect((await builderOf(project).build()).manifest).toEqual(first.manifest);
});
