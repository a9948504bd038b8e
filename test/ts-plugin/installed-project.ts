/** Projects on disk, with TypeScript and this package installed as package managers do it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chosenVersions } from '../chosen-versions.ts';

const ROOT = join(import.meta.dirname, '../..');

export const TYPESCRIPTS = chosenVersions({ '5.9': 'typescript-5', '6': 'typescript-6' }, 'EDITORS');

export interface InstalledProject extends Disposable {
  rootDir: string;
  /** `tsserver.js` of the TypeScript that is installed. */
  tsserver: string;
  path: (name: string) => string;
}

export interface InstallOptions {
  /** Name of the development dependency. */
  typescript: string;
  /** `flat`: like npm. `linked`: like pnpm, with links to a store. `apart`: the package is only in `packages/app`. */
  layout?: 'flat' | 'linked' | 'apart';
  /** Texts by path; a `tsconfig.json` with the plugin is there unless one is given. */
  files: Record<string, string>;
}

export const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    noEmit: true,
    skipLibCheck: true,
    types: [],
    plugins: [{ name: 'workflow' }],
  },
};

export function installProject({ typescript, layout = 'flat', files }: InstallOptions): InstalledProject {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-tsserver-')));
  const path = (name: string): string => join(rootDir, name);
  installTypeScript(join(ROOT, 'node_modules', typescript), path('node_modules/typescript'));
  if (layout === 'flat') installPackage(path('node_modules/workflow'));
  else if (layout === 'linked') {
    installPackage(path('node_modules/.pnpm/workflow@1/node_modules/workflow'));
    symlinkSync('.pnpm/workflow@1/node_modules/workflow', path('node_modules/workflow'), 'dir');
  } else installPackage(path('packages/app/node_modules/workflow'));
  const all = { 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(TSCONFIG), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  const tsserver = path('node_modules/typescript/lib/tsserver.js');
  return { rootDir, tsserver, path, [Symbol.dispose]: () => rmSync(rootDir, { recursive: true, force: true }) };
}

/** A copy, because tsserver looks for plugins beside itself. */
function installTypeScript(from: string, to: string): void {
  mkdirSync(join(to, 'lib'), { recursive: true });
  cpSync(join(from, 'package.json'), join(to, 'package.json'));
  const needed = readdirSync(join(from, 'lib')).filter((file) =>
    /^(?:_?tsserver|typescript)\.js$|^lib.*\.d\.ts$|^typesMap/.test(file),
  );
  for (const file of needed) cpSync(join(from, 'lib', file), join(to, 'lib', file));
}

/** The published files. */
function installPackage(to: string): void {
  mkdirSync(to, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(to, 'package.json'));
  for (const folder of ['dist', 'docs/errors']) cpSync(join(ROOT, folder), join(to, folder), { recursive: true });
}
