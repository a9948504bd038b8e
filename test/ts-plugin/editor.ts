/** An editor without a screen: a language service with our plugin, over files on disk that may be edited in memory. */
import { dirname, join } from 'node:path';
import ts5 from 'typescript-5';
import type ts from 'typescript-6';
import ts6 from 'typescript-6';
import { init } from '../../src/ts-plugin/plugin.ts';

type TypeScript = typeof ts;

export const COMPILERS: Readonly<Record<string, TypeScript>> = { '5.9': ts5 as unknown as TypeScript, '6': ts6 };

/** Editors of one test file share the libraries of TypeScript. */
const registries = new Map<TypeScript, ts.DocumentRegistry>();

function registryOf(typescript: TypeScript): ts.DocumentRegistry {
  const registry = registries.get(typescript) ?? typescript.createDocumentRegistry();
  registries.set(typescript, registry);
  return registry;
}

export interface EditorOptions {
  typescript: TypeScript;
  rootDir: string;
  /** Absolute. */
  paths: readonly string[];
  /** Entry of the plugin in `tsconfig.json`. */
  config?: Record<string, unknown>;
  options?: ts.CompilerOptions;
}

export class Editor {
  readonly service: ts.LanguageService;
  /** Without the plugin. */
  readonly plain: ts.LanguageService;
  readonly logged: string[] = [];
  readonly #open = new Map<string, { text: string; version: string }>();
  readonly #module: ts.server.PluginModule;
  #version = 0;

  constructor({ typescript, rootDir, paths, config = {}, options = {} }: EditorOptions) {
    const host = this.#createHost(typescript, { rootDir, paths, options });
    this.plain = typescript.createLanguageService(host, registryOf(typescript));
    this.#module = init({ typescript });
    const logger = { info: (text: string) => this.logged.push(text) };
    this.service = this.#module.create({
      languageService: this.plain,
      config: { name: 'workflow', ...config },
      project: {
        ...host,
        getCurrentDirectory: () => rootDir,
        refreshDiagnostics: () => undefined,
        projectService: { logger },
      },
    } as unknown as ts.server.PluginCreateInfo);
  }

  /** Gives a file another text, as if somebody had typed it. */
  edit(path: string, text: string): void {
    this.#open.set(path, { text, version: String(++this.#version) });
  }

  configure(config: Record<string, unknown>): void {
    this.#module.onConfigurationChanged?.({ name: 'workflow', ...config });
  }

  textOf(path: string): string {
    return this.service.getProgram()!.getSourceFile(path)!.text;
  }

  #createHost(
    typescript: TypeScript,
    { rootDir, paths, options }: { rootDir: string; paths: readonly string[]; options: ts.CompilerOptions },
  ): ts.LanguageServiceHost {
    const { sys } = typescript;
    const read = (path: string): string | undefined => this.#open.get(path)?.text ?? sys.readFile(path);
    return {
      getCompilationSettings: () => ({
        strict: true,
        target: typescript.ScriptTarget.ES2022,
        module: typescript.ModuleKind.NodeNext,
        moduleResolution: typescript.ModuleResolutionKind.NodeNext,
        allowJs: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        jsx: typescript.JsxEmit.Preserve,
        skipLibCheck: true,
        types: [],
        ...options,
      }),
      getProjectVersion: () => String(this.#version),
      getScriptFileNames: () => [...new Set([...paths, ...this.#open.keys()])],
      getScriptVersion: (path) => this.#open.get(path)?.version ?? 'disk',
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => rootDir,
      getDefaultLibFileName: (given) =>
        join(dirname(sys.getExecutingFilePath()), typescript.getDefaultLibFileName(given)),
      fileExists: (path) => this.#open.has(path) || sys.fileExists(path),
      readFile: read,
      directoryExists: (path) => sys.directoryExists(path),
      getDirectories: (path) => sys.getDirectories(path),
      realpath: (path) => sys.realpath?.(path) ?? path,
    };
  }
}
