/**
 * Resolves the use of a name to the code that a bundle keeps for it: parts of the project's modules, or a module of the
 * host.
 */
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, child, parentOf, text, importedName } from '../../../compiler/ast.ts';
import { findExport } from '../code/module-items.ts';
import type { ImportTarget } from '../project/host.ts';
import type { ProjectFile } from '../project/project.ts';
import { type CodePart, type ModuleNameUse, moduleCode } from './module-code.ts';

/**
 * The parts of the project, or the module of the host, that a name stands for; `null` for names of packages, and those
 * that lead nowhere.
 */
export type NameTarget =
  | { kind: 'parts'; parts: readonly CodePart[] }
  /**
   * `path`: the names of the members on the way, without `default`. `import`: the text that names the module, and where
   * it stands.
   */
  | { kind: 'builtin'; module: string; path: readonly string[]; import: { file: ProjectFile; source: Node } }
  | null;

/** The questions of {@link nameTarget} to the project. */
export interface Modules {
  resolve(specifier: string, from: ProjectFile): ImportTarget;
  /** Another object when imports may lead elsewhere. */
  resolution: object;
  file(path: string): ProjectFile | null;
  /** Whether the package of a file says that a module of which nothing is used does nothing. */
  isFreeOfEffects(file: ProjectFile): boolean;
}

/** More re-exports than this are a circle. */
const STEPS_MAX = 32;

/** @returns `null` for names of packages, and those that lead nowhere. */
export function nameTarget(modules: Modules, file: ProjectFile, { binding, path }: ModuleNameUse): NameTarget {
  return new Search(modules).binding(file, binding, path);
}

/** The target of an `import('…')` or `require('…')`. */
export function loadTarget(modules: Modules, file: ProjectFile, source: Node): NameTarget {
  return new Search(modules).module(file, source, []);
}

class Search {
  readonly #modules: Modules;
  #steps = 0;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  binding(file: ProjectFile, binding: Binding, path: readonly string[]): NameTarget {
    if (binding.kind !== 'import') return { kind: 'parts', parts: moduleCode(file).partsOf.get(binding) ?? [] };
    const specifier = binding.declarations[0]!;
    if (specifier.type === 'TsImportEqualsDeclaration') return this.#required(file, specifier, path);
    const source = child(parentOf(specifier)!, 'source')!;
    if (specifier.type === 'ImportNamespaceSpecifier') return this.module(file, source, path);
    if (specifier.type === 'ImportDefaultSpecifier') return this.module(file, source, ['default', ...path]);
    const imported = importedName(specifier);
    return this.module(file, source, [imported, ...path]);
  }

  /** `import fs = require('fs')`. */
  #required(file: ProjectFile, declaration: Node, path: readonly string[]): NameTarget {
    const reference = child(declaration, 'moduleRef')!;
    const source = reference.type === 'TsExternalModuleReference' ? child(reference, 'expression') : null;
    return source && this.module(file, source, path);
  }

  module(file: ProjectFile, source: Node, path: readonly string[]): NameTarget {
    if (++this.#steps > STEPS_MAX) return null;
    const target = this.#modules.resolve(text(source), file);
    if (target?.kind === 'builtin') {
      const names = path[0] === 'default' ? path.slice(1) : path;
      return { kind: 'builtin', module: target.name, path: names, import: { file, source } };
    }
    const imported = target?.kind === 'file' ? this.#modules.file(target.path) : null;
    return imported && this.#exported(imported, path);
  }

  #exported(file: ProjectFile, path: readonly string[]): NameTarget {
    const [name, ...rest] = path;
    if (name === undefined) return { kind: 'parts', parts: moduleCode(file).parts.filter(({ unit }) => unit.exported) };
    const found = findExport(file, name);
    switch (found?.kind) {
      case 'binding':
        return this.binding(file, found.binding, rest);
      case 'expression': {
        const { start } = found.node.span;
        const isAround = ({ unit: { node } }: CodePart): boolean => node.span.start <= start && start < node.span.end;
        return { kind: 'parts', parts: moduleCode(file).parts.filter(isAround) };
      }
      case 're-export':
        return this.module(
          file,
          reExportSource(file, found.specifier),
          found.name === '*' ? rest : [found.name, ...rest],
        );
      case undefined:
        return name === 'default' ? null : this.#starred(file, path);
    }
  }

  /** `export * from` hands on every name but the default. */
  #starred(file: ProjectFile, path: readonly string[]): NameTarget {
    for (const item of file.items) {
      if (item.type !== 'ExportAllDeclaration' || item['typeOnly'] === true) continue;
      const target = this.module(file, child(item, 'source')!, path);
      if (target?.kind === 'parts' && target.parts.length > 0) return target;
      if (target?.kind === 'builtin') return target;
    }
    return null;
  }
}

function reExportSource({ items }: ProjectFile, specifier: string): Node {
  const sources = items.flatMap((item) =>
    item.type === 'ExportNamedDeclaration' ? (child(item, 'source') ?? []) : [],
  );
  return sources.find((source) => text(source) === specifier)!;
}
