/** The files of a project on disk, and unsaved texts of an editor, for `workflow check` and `workflow lsp`. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ResolverFactory } from 'rolldown/experimental';
import type { Node } from '../../../compiler/ast.ts';
import { isInstalled, SOURCE_FILE } from '../../../compiler/build/source-files.ts';
import type { SourceFile } from '../../../compiler/diagnostics.ts';
import { parseModule } from '../../../compiler/parse-module.ts';
import type { FileText, ImportTarget, ProjectHost, TypeHost } from '../project/host.ts';
import { COMPONENT_FILE, scriptsOnly } from '../../../compiler/component-scripts.ts';
import { toBuiltin } from './builtin-target.ts';

/** The project on disk. */
export interface DiskHostOptions {
  /** Absolute. */
  rootDir: string;
  /** Absolute paths: see {@link ProjectHost.dirs}. */
  dirs?: readonly string[];
  /** Absolute paths of all sources. Called again after each change. */
  files: () => readonly string[];
  /** The text of a file in an editor; `null`: the text on disk counts. Default: there is no editor. */
  openText?: (path: string) => FileText | null;
  /** See {@link ProjectHost.stamp}. */
  stamp?: () => string;
  types?: TypeHost | null;
}

/** Also finds imports in texts that do not parse: an editor asks while the user types. */
const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g;

const OWN_PACKAGE = /^workflow(?:\/|$)/;

function toScripts(path: string, text: FileText): FileText {
  return COMPONENT_FILE.test(path) ? { ...text, code: scriptsOnly(path, text.code) } : text;
}

/** Reads, parses and resolves on disk. Types come from the options. */
export class DiskHost implements ProjectHost {
  readonly rootDir: string;
  readonly dirs: readonly string[] | undefined;
  readonly types: TypeHost | null;
  readonly stamp?: () => string;
  readonly #files: DiskHostOptions['files'];
  readonly #openText: NonNullable<DiskHostOptions['openText']>;
  readonly #resolver = new ResolverFactory({
    extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
    extensionAlias: { '.js': ['.ts', '.tsx', '.js', '.jsx'], '.mjs': ['.mts', '.mjs'], '.cjs': ['.cts', '.cjs'] },
    conditionNames: ['workflow', 'node', 'import', 'types', 'default'],
    tsconfig: 'auto',
  });
  readonly #onDisk = new Map<string, FileText>();
  readonly #imports = new Map<string, { version: string; paths: string[] }>();

  constructor({ rootDir, dirs, files, openText = () => null, stamp, types = null }: DiskHostOptions) {
    this.rootDir = rootDir;
    this.dirs = dirs;
    this.types = types;
    if (stamp) this.stamp = stamp;
    this.#files = files;
    this.#openText = openText;
  }

  files(): readonly string[] {
    return this.#files();
  }

  read(path: string): FileText | null {
    const open = this.#openText(path);
    return open ? toScripts(path, open) : this.#readDisk(path);
  }

  #readDisk(path: string): FileText | null {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (!stat?.isFile()) return null;
    const version = `${stat.mtimeNs} ${stat.size}`;
    const known = this.#onDisk.get(path);
    if (known?.version === version) return known;
    const text = toScripts(path, { code: readFileSync(path, 'utf8'), version });
    this.#onDisk.set(path, text);
    return text;
  }

  parse(file: SourceFile): Node[] {
    // The scripts of a component may be TypeScript, which the name does not tell.
    return parseModule(COMPONENT_FILE.test(file.path) ? { ...file, path: `${file.path}.ts` } : file);
  }

  resolve(specifier: string, from: string): ImportTarget {
    const builtin = toBuiltin(specifier);
    if (builtin) return builtin;
    const { path } = this.#resolver.sync(dirname(from), specifier);
    if (path && SOURCE_FILE.test(path) && !this.#isPackage(specifier, path)) return { kind: 'file', path };
    return /^[./]/.test(specifier) ? null : { kind: 'package', name: specifier };
  }

  /** Whether a target is a package. This package is one also when it is linked from its repository. */
  #isPackage(specifier: string, path: string): boolean {
    return isInstalled(path) || (OWN_PACKAGE.test(specifier) && !path.startsWith(this.rootDir));
  }

  importedFiles(path: string): readonly string[] {
    const text = this.read(path);
    if (!text) return [];
    const known = this.#imports.get(path);
    if (known?.version === text.version) return known.paths;
    const paths = [...text.code.matchAll(SPECIFIER)].flatMap(([, , specifier]) => {
      const target = this.resolve(specifier!, path);
      return target?.kind === 'file' ? [target.path] : [];
    });
    this.#imports.set(path, { version: text.version, paths });
    return paths;
  }
}
