/** Types of a project on disk, from any supported TypeScript that it has installed. */
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { isInstalled, SOURCE_FILE } from '../../../compiler/build/source-files.ts';
import type { FileText, TypeHost, FileChanges } from '../project/host.ts';
import { CompilerSession } from './compiler-session.ts';
import { CompilerTypes } from './compiler-types.ts';
import { type FoundTypeScript, findTypeScript } from './find-typescript.ts';
import { NativeSession } from './native-session.ts';
import { NativeTypes } from './native-types.ts';
import { createTextShift } from './text-shift.ts';
import { withReferences } from './tsconfig.ts';

const DECLARATIONS = /\.d\.[cm]?ts$/;

/** The types to open. */
export interface OpenTypesOptions {
  /** Absolute. TypeScript is imported from here. */
  rootDir: string;
  /** Absolute paths of tsconfig files; referenced projects open too. Default: the root's `tsconfig.json`, if any. */
  configs?: readonly string[];
  /** Sources of a project without a tsconfig. Default: none. */
  looseFiles?: readonly string[];
  /** The text of a file in an editor; `null`: the text on disk. Call `update` after each change. Default: none. */
  openText?: (path: string) => FileText | null;
}

/** Types that follow the files of a project. */
export interface OpenTypes extends Disposable {
  readonly typescript: FoundTypeScript & { kind: 'compiler' | 'native' };
  readonly types: TypeHost;
  /** Absolute paths of the sources of the projects, without declarations and installed packages. */
  files(): string[];
  /** Call it after every change, on disk or in an editor. Views from before become invalid. */
  update(changes: FileChanges): void;
  /** Ends the process of TypeScript 7. */
  close(): void;
}

/** Opens the types; without a supported TypeScript it returns the result of the search instead. */
export async function openTypes(
  options: OpenTypesOptions,
): Promise<OpenTypes | (FoundTypeScript & { kind: 'none' | 'unsupported' })> {
  const typescript = findTypeScript(options.rootDir);
  if (typescript.kind === 'none' || typescript.kind === 'unsupported') return typescript;
  const { rootDir, looseFiles = [], openText = null } = options;
  const configs = withReferences(options.configs ?? defaultConfigs(rootDir));
  const shift = createTextShift(openText ?? (() => null));
  const settings = { rootDir, configs, looseFiles, openText };
  const opened =
    typescript.kind === 'native'
      ? openNative(await NativeSession.open({ typescript, ...settings }), shift)
      : openCompiler(new CompilerSession({ entry: typescript.entry, ...settings }), shift);
  return {
    typescript,
    types: opened.types,
    files: () => [...new Set(opened.files().map(normalize))].filter(isSource),
    update: (changes) => opened.update(changes),
    close: () => opened.close(),
    [Symbol.dispose]: () => opened.close(),
  };
}

type Opened = Pick<OpenTypes, 'types' | 'files' | 'update' | 'close'>;
type TextShift = ReturnType<typeof createTextShift>;

function openNative(session: NativeSession, shift: TextShift): Opened {
  return {
    types: new NativeTypes(session, shift),
    files: () => session.files(),
    update: (changes) => session.update(changes),
    close: () => session.close(),
  };
}

function openCompiler(session: CompilerSession, shift: TextShift): Opened {
  const programOf = (path: string) => session.programOf(path);
  return {
    types: new CompilerTypes({ typescript: session.module, programOf, shift }),
    files: () => session.files(),
    update: (changes) => session.update(changes),
    close: () => {},
  };
}

function defaultConfigs(rootDir: string): string[] {
  const config = join(rootDir, 'tsconfig.json');
  return existsSync(config) ? [config] : [];
}

function isSource(path: string): boolean {
  return SOURCE_FILE.test(path) && !DECLARATIONS.test(path) && !isInstalled(path);
}
