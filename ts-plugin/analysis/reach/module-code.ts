/** The code that a file brings into a bundle of workflow code, with what its names and imports lead to. */
import { type Node, child, children, isWithin, text } from '../../../compiler/ast.ts';
import type { Binding, Reference } from '../../../compiler/analyze/scope.ts';
import { memberAround, memberName } from '../../../compiler/globals/member-chain.ts';
import { codeInside } from '../../../compiler/walk-code.ts';
import { isEvaluated } from '../../../compiler/workflow-code/evaluated-units.ts';
import { findHostCode } from '../../../compiler/workflow-code/host-code.ts';
import { holdsRoot } from '../../../compiler/workflow-code/keep-units.ts';
import type { Unit } from '../../../compiler/workflow-code/module-units.ts';
import { type WorkflowCode, findWorkflowCode, importedTexts } from '../../../compiler/workflow-code/workflow-code.ts';
import type { ProjectFile } from '../project/project.ts';

/** A statement of a module, or one variable of it. Code of steps is left out of all fields. */
export interface CodePart {
  file: ProjectFile;
  unit: Unit;
  /** The uses of names, in the order of the text. */
  references: readonly Reference[];
  /** The uses of names of the module among them. */
  uses: readonly ModuleNameUse[];
  /** The texts in `import('…')` and `require('…')`. */
  loads: readonly Node[];
  /** True for code of steps inside the part. */
  isOfStep: (node: Node) => boolean;
}

/** The use of something that the module declares or imports. */
export interface ModuleNameUse {
  reference: Reference;
  binding: Binding;
  /** The members that are read of an import: `['promises', 'readFile']` of `fs` in `fs.promises.readFile`. */
  path: readonly string[];
}

/** The code that a module adds to a bundle, and the part of it that runs when it is imported. */
export interface ModuleCode {
  file: ProjectFile;
  parts: readonly CodePart[];
  partsOf: ReadonlyMap<Binding, readonly CodePart[]>;
  /** The parts that a bundler is given. */
  kept: readonly CodePart[];
  /** The parts with workflows, and the parts that run when the module is evaluated. */
  workflows: readonly CodePart[];
  evaluated: readonly CodePart[];
  /** Those among {@link evaluated} that are not left out where they need the host. */
  required: readonly CodePart[];
  /**
   * Whether the module has steps or workflows: then what runs when it loads is left out where it needs the host, and
   * its imports count for their names, unless that is possible.
   */
  hasDirectives: boolean;
  /** The texts that name the modules that are evaluated with this one. */
  imports: readonly Node[];
}

const known = new WeakMap<ProjectFile, ModuleCode>();

/** Cut once for each text of a file. */
export function moduleCode(file: ProjectFile): ModuleCode {
  let code = known.get(file);
  if (!code) known.set(file, (code = cutModule(file)));
  return code;
}

function cutModule(file: ProjectFile): ModuleCode {
  const { analysis } = file;
  const code = findWorkflowCode({ ...file, file: file.source }, analysis);
  const partOf = createParts(file, code);
  const parts = [...partOf.values()];
  const toParts = (units: readonly Unit[]): CodePart[] => units.map((unit) => partOf.get(unit)!);
  const optional = new Set(code.optional.map(({ unit }) => unit));
  return {
    file,
    parts,
    partsOf: new Map(Array.from(code.declaring, ([binding, units]) => [binding, toParts(units)])),
    kept: parts.filter(({ unit }) => code.kept.has(unit)),
    workflows: analysis ? parts.filter(({ unit }) => holdsRoot(analysis, unit.node)) : [],
    evaluated: parts.filter(({ unit }) => isEvaluated(code, unit)),
    required: parts.filter(({ unit }) => isEvaluated(code, unit) && !optional.has(unit)),
    hasDirectives: code.analysis !== null,
    imports: [...importedTexts(code), ...parts.flatMap(({ unit, loads }) => (code.kept.has(unit) ? loads : []))],
  };
}

function createParts(file: ProjectFile, code: WorkflowCode): Map<Unit, CodePart> {
  const host = file.analysis ? findHostCode(file.analysis, code.removed) : new Set<Node>();
  const isOfStep = host.size === 0 ? () => false : (node: Node) => isWithin(host, node);
  const hasMore = host.size > code.removed.size;
  // The factory of an element stands for no text.
  const isOwn = ({ node }: Reference): boolean => node.type === 'Identifier' && !(hasMore && isOfStep(node));
  const mayLoad = /\bimport\s*\(|\brequire\b/.test(file.source.code);
  const toPart = (unit: Unit): CodePart => {
    const references = code.references.get(unit)!.filter(isOwn);
    return {
      file,
      unit,
      references,
      uses: references.flatMap((reference) => toUse(file, reference) ?? []),
      loads: mayLoad ? loadedTexts(unit.node, isOfStep) : [],
      isOfStep,
    };
  };
  return new Map(code.units.map((unit) => [unit, toPart(unit)]));
}

function toUse({ bindings }: ProjectFile, reference: Reference): ModuleNameUse | null {
  const { binding, node } = reference;
  if (binding?.scope !== bindings.root) return null;
  return { reference, binding, path: binding.kind === 'import' ? memberPath(node) : [] };
}

function memberPath(node: Node): string[] {
  const path: string[] = [];
  for (let at = memberAround(node); at; at = memberAround(at)) {
    const name = memberName(at);
    if (name !== null) path.push(name);
  }
  return path;
}

function loadedTexts(node: Node, isOfStep: (node: Node) => boolean): Node[] {
  return codeInside(node, isOfStep).flatMap((inner) => {
    const callee = inner.type === 'CallExpression' ? child(inner, 'callee')! : null;
    const isLoad = callee?.type === 'Import' || (callee?.type === 'Identifier' && text(callee) === 'require');
    const specifier = isLoad ? children(inner, 'arguments')[0] : undefined;
    return specifier?.type === 'StringLiteral' ? [specifier] : [];
  });
}
