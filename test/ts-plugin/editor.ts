/** An editor without a screen: a language service with our plugin, over texts in memory beside the packages on disk. */
import { dirname } from 'node:path';
import * as vfs from '@typescript/vfs';
import ts5 from 'typescript-5';
import type ts from 'typescript-6';
import ts6 from 'typescript-6';
import { init } from '../../ts-plugin/plugin/plugin.ts';
import { chosenVersions } from '../chosen-versions.ts';

type TypeScript = typeof ts;

export const COMPILERS = chosenVersions<TypeScript>({ '5.9': ts5 as unknown as TypeScript, '6': ts6 }, 'EDITORS');

interface Environment {
  sys: ts.System;
  languageService: ts.LanguageService;
  /** Also gives a file another text. */
  createFile(path: string, text: string): void;
}

/** Its own types name the package `typescript`, which has none of these from version 7 on. */
const { createFSBackedSystem, createVirtualTypeScriptEnvironment } = vfs as unknown as {
  createFSBackedSystem(
    files: Map<string, string>,
    rootDir: string,
    typescript: TypeScript,
    libraries: string,
  ): ts.System;
  createVirtualTypeScriptEnvironment(
    sys: ts.System,
    paths: string[],
    typescript: TypeScript,
    options: ts.CompilerOptions,
  ): Environment;
};

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
  /** Texts by absolute path: they need not be on disk. */
  files: ReadonlyMap<string, string>;
  /** Entry of the plugin in `tsconfig.json`. */
  config?: Record<string, unknown>;
  options?: ts.CompilerOptions;
}

export class Editor {
  readonly service: ts.LanguageService;
  /** Without the plugin. */
  readonly plain: ts.LanguageService;
  readonly logged: string[] = [];
  readonly #environment: Environment;
  readonly #module: ts.server.PluginModule;

  constructor({ typescript, rootDir, files, config = {}, options = {} }: EditorOptions) {
    this.#environment = createEnvironment({ typescript, rootDir, files, options });
    this.plain = this.#environment.languageService;
    this.#module = init({ typescript });
    const logger = { info: (text: string) => this.logged.push(text) };
    this.service = this.#module.create({
      languageService: this.plain,
      config: { name: 'workflow', ...config },
      project: {
        ...this.#environment.sys,
        getCurrentDirectory: () => rootDir,
        refreshDiagnostics: () => undefined,
        projectService: { logger },
      },
    } as unknown as ts.server.PluginCreateInfo);
  }

  /** Gives a file another text, as if somebody had typed it. */
  edit(path: string, text: string): void {
    this.#environment.createFile(path, text);
  }

  configure(config: Record<string, unknown>): void {
    this.#module.onConfigurationChanged?.({ name: 'workflow', ...config });
  }

  textOf(path: string): string {
    return this.service.getProgram()!.getSourceFile(path)!.text;
  }
}

function createEnvironment({ typescript, rootDir, files, options = {} }: EditorOptions): Environment {
  const libraries = dirname(typescript.sys.getExecutingFilePath());
  const sys = createFSBackedSystem(new Map(files), rootDir, typescript, libraries);
  const sharing: TypeScript = {
    ...typescript,
    createLanguageService: (host) => typescript.createLanguageService(host, registryOf(typescript)),
  };
  const settings = {
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
  };
  return createVirtualTypeScriptEnvironment(sys, [...files.keys()], sharing, settings);
}
