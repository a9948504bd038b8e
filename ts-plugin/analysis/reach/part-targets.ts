/**
 * Resolves the names in a part of a file. Results are kept as long as the files on the way are the same, so that an
 * edit costs only what it changed.
 */
import type { Node } from '../../../compiler/ast.ts';
import type { ProjectFile } from '../project/project.ts';
import type { CodePart } from './module-code.ts';
import { type Modules, type NameTarget, loadTarget, nameTarget } from './name-targets.ts';

/** A name, or the text in an `import('…')`, and what it means. */
export interface PartTarget {
  node: Node;
  target: NonNullable<NameTarget>;
}

interface Kept {
  targets: readonly PartTarget[];
  /** The other files that were read. */
  files: ReadonlyMap<string, ProjectFile | null>;
  resolution: object;
}

const kept = new WeakMap<CodePart, Kept>();

/** In the order of the text; loaded modules come last. */
export function partTargets(modules: Modules, part: CodePart): readonly PartTarget[] {
  let known = kept.get(part);
  if (!known || !isValid(modules, known)) kept.set(part, (known = findTargets(modules, part)));
  return known.targets;
}

function isValid(modules: Modules, { files, resolution }: Kept): boolean {
  if (resolution !== modules.resolution) return false;
  for (const [path, file] of files) if (modules.file(path) !== file) return false;
  return true;
}

function findTargets(modules: Modules, { file, uses, loads }: CodePart): Kept {
  const files = new Map<string, ProjectFile | null>();
  const watched: Modules = {
    ...modules,
    file(path) {
      const found = modules.file(path);
      files.set(path, found);
      return found;
    },
  };
  const named = uses.map((use) => ({ node: use.reference.node, target: nameTarget(watched, file, use) }));
  const loaded = loads.map((node) => ({ node, target: loadTarget(watched, file, node) }));
  const targets = [...named, ...loaded].flatMap(({ node, target }) => (target ? [{ node, target }] : []));
  return { targets, files, resolution: modules.resolution };
}
