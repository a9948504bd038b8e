/** A project on disk, with texts of an editor in front of it: what `workflow check` and `workflow lsp` look at. Types come from elsewhere. */
import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { ResolverFactory } from 'rolldown/experimental';
import type { Node } from '../../compiler/ast.ts';
import { isInstalled, SOURCE_FILE } from '../../compiler/build/source-files.ts';
import type { SourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';
import type { FileText, ImportTarget, ProjectHost, TypeHost } from '../host.ts';

export interface DiskHostOptions {
  /** Absolute. */
  rootDir: string;
  /** Absolute paths of all sources; asked again after each change. */
  files: () => readonly string[];
  /** The text that an editor has of a file; `null`: the one on disk counts. */
  openText?: (path: string) => FileText | null;
  types?: TypeHost | null;
}

/** Also in texts that do not parse: an editor asks while somebody types. */
const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const RUNTIME_PREFIX = /^(?:bun|cloudflare|deno):/;

export class DiskHost implements ProjectHost {
  readonly rootDir: string;
  readonly types: TypeHost | null;
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

  constructor({ rootDir, files, openText = () => null, types = null }: DiskHostOptions) {
    this.rootDir = rootDir;
    this.types = types;
    this.#files = files;
    this.#openText = openText;
  }

  files(): readonly string[] {
    return this.#files();
  }

  read(path: string): FileText | null {
    return this.#openText(path) ?? this.#readDisk(path);
  }

  #readDisk(path: string): FileText | null {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (!stat?.isFile()) return null;
    const version = `${stat.mtimeNs} ${stat.size}`;
    const known = this.#onDisk.get(path);
    if (known?.version === version) return known;
    const text = { code: readFileSync(path, 'utf8'), version };
    this.#onDisk.set(path, text);
    return text;
  }

  parse(file: SourceFile): Node[] {
    return parseModule(file);
  }

  resolve(specifier: string, from: string): ImportTarget {
    if (isBuiltin(specifier)) return { kind: 'builtin', name: withPrefix(specifier) };
    if (RUNTIME_PREFIX.test(specifier)) return { kind: 'builtin', name: specifier };
    const { path } = this.#resolver.sync(dirname(from), specifier);
    if (path && !isInstalled(path) && SOURCE_FILE.test(path)) return { kind: 'file', path };
    return /^[./]/.test(specifier) ? null : { kind: 'package', name: specifier };
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

function withPrefix(builtin: string): string {
  return builtin.startsWith('node:') ? builtin : `node:${builtin}`;
}
