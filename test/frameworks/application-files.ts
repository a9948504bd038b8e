/** An application whose workflows are where no option looks: the shapes in which an application imports them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Source of a module with the workflow `name` and a step. */
export const flow = (name: string): string => `export async function ${name}() {
  'use workflow';
  return await ${name}Step(20);
}
async function ${name}Step(n: number) {
  'use step';
  return n + 1;
}
`;

/** The files, relative to the root: a module that imports the workflows in every shape, and the workflows. */
export const applicationFiles = (importer: string): Record<string, string> => ({
  [importer]: `import { direct } from './lib/direct.ts';
import { exported } from './lib/exports.ts';
import { shared } from '@acme/flows';
export const flows = { direct, exported, shared };
export const late = async () => (await import('./lib/late.ts')).late;
`,
  [join(dirname(importer), 'lib/direct.ts')]: flow('direct'),
  [join(dirname(importer), 'lib/exports.ts')]: `export * from './exported.ts';`,
  [join(dirname(importer), 'lib/exported.ts')]: flow('exported'),
  [join(dirname(importer), 'lib/late.ts')]: flow('late'),
  [join(dirname(importer), 'lib/unused.ts')]: flow('unused'),
});

/** Names of the workflows that an application with {@link applicationFiles} has. */
export const APPLICATION_WORKFLOWS = ['direct', 'exported', 'late', 'shared'];

/** Adds the package of the same workspace, which is no folder of the project. @returns Its folder. */
export function addWorkspacePackage(rootDir: string, packagesDir: string): string {
  const dir = join(packagesDir, 'flows');
  write(dir, {
    'package.json': '{ "name": "@acme/flows", "type": "module", "exports": "./index.ts" }',
    'index.ts': `export { shared } from './src/shared.ts';`,
    'src/shared.ts': flow('shared'),
  });
  mkdirSync(join(rootDir, 'node_modules/@acme'), { recursive: true });
  symlinkSync(dir, join(rootDir, 'node_modules/@acme/flows'), 'dir');
  return dir;
}

/** Writes files below a folder. */
export function write(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

/** Names of the workflows in a manifest. */
export const workflowNames = ({ workflows }: { workflows: Record<string, object> }): string[] =>
  Object.values(workflows).flatMap(Object.keys).sort();
