/** All fixtures as one project on disk, seen through one of the TypeScripts. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import type { FileText } from '../../ts-plugin/analysis/project/host.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { type OpenTypes, openTypes } from '../../ts-plugin/analysis/hosts/open-types.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { chosenVersions } from '../chosen-versions.ts';
import { type Fixture, readFixture, writeFixture } from './fixture.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Versions of TypeScript, and the packages that have them here. */
const TYPESCRIPTS = {
  '5.9': 'typescript-5',
  '6.0': 'typescript-6',
  '7.0': 'typescript',
  '7.1': 'typescript-7-1',
} as const;

export type TypeScriptVersion = keyof typeof TYPESCRIPTS;

/** Those that are to be tried. */
export const TYPESCRIPT_VERSIONS = Object.keys(chosenVersions(TYPESCRIPTS, 'TYPESCRIPTS')) as TypeScriptVersion[];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    allowJs: true,
    jsx: 'preserve',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    types: ['node'],
    skipLibCheck: true,
  },
};

/** Writes files to a new folder, with a TypeScript, this package and the types of Node beside them. */
export function writeTypedProject(
  files: Record<string, string>,
  version: TypeScriptVersion,
): ReturnType<typeof writeFixture> {
  const tsconfig = files['tsconfig.json'] ?? JSON.stringify(TSCONFIG);
  const written = writeFixture({ files, expected: [] });
  writeFileSync(join(written.rootDir, 'tsconfig.json'), tsconfig);
  linkTypeScript(written.rootDir, version);
  for (const [name, target] of Object.entries({ workflow: '.', '@types/node': 'node_modules/@types/node' }))
    linkInto(written.rootDir, name, target);
  return written;
}

/** Installs a TypeScript in a folder. */
export function linkTypeScript(rootDir: string, version: TypeScriptVersion): void {
  linkInto(rootDir, 'typescript', join('node_modules', TYPESCRIPTS[version]));
}

function linkInto(rootDir: string, name: string, target: string): void {
  const link = join(rootDir, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(REPOSITORY, target), link, 'junction');
}

export interface OpenFixtures extends Disposable {
  types: OpenTypes;
  /** The findings in a fixture, with the file names of the fixture. */
  find(path: string): { fixture: Fixture; findings: (Finding & { name: string })[] };
}

/** @param paths Of the fixtures. */
export async function openFixtures(paths: readonly string[], version: TypeScriptVersion): Promise<OpenFixtures> {
  const fixtures = new Map(paths.map((path) => [path, { folder: folderOf(path), fixture: readFixture(path) }]));
  const files = [...fixtures.values()].flatMap(({ folder, fixture }) =>
    Object.entries(fixture.files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
  const written = writeTypedProject(Object.fromEntries(files) as Record<string, string>, version);
  const types = await openSome({ rootDir: written.rootDir });
  return {
    types,
    find(path) {
      const { folder, fixture } = fixtures.get(path)!;
      const rootDir = join(written.rootDir, folder);
      const sources = Object.keys(fixture.files).map((name) => join(rootDir, name));
      const project = new Project(new DiskHost({ rootDir, files: () => sources, types: types.types }));
      const findings = sources.flatMap((file) => {
        const name = relative(rootDir, file).split(sep).join('/');
        return analyzeFile(project, file).map((finding) => ({ ...finding, name }));
      });
      return { fixture, findings };
    },
    [Symbol.dispose]() {
      types.close();
      written[Symbol.dispose]();
    },
  };
}

/** Opens the types of a folder that has a TypeScript. */
export async function openSome(options: {
  rootDir: string;
  configs?: readonly string[];
  looseFiles?: readonly string[];
  openText?: (path: string) => FileText | null;
}): Promise<OpenTypes> {
  const opened = await openTypes(options);
  if (!('types' in opened)) throw new Error(`There is no TypeScript in ${options.rootDir}.`);
  return opened;
}

function folderOf(path: string): string {
  return `${basename(dirname(path))}-${basename(path).replace(/\.\w+$/, '')}`;
}
