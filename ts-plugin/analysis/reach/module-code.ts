/** A file cut into the parts that a bundle of workflow code keeps or drops as a whole, with the names that each uses. */
import { type Node, child, children, contains, isWithin, nearestOf, text } from '../../../compiler/ast.ts';
import type { Binding, Reference } from '../../../compiler/analyze/scope.ts';
import { type Unit, moduleUnits } from '../../../compiler/analyze/module-units.ts';
import { findRetryRules } from '../../../compiler/analyze/retry-rules.ts';
import { hasHostCode, sliceModule } from '../../../compiler/analyze/slice-module.ts';
import { memberAround, memberName } from '../../../compiler/globals/member-chain.ts';
import type { ProjectFile } from '../project/project.ts';
import { runsWhenEvaluated } from './evaluated-code.ts';
import { stepCode } from './step-code.ts';
import { codeInside } from './walk-code.ts';

/** A statement of a module, or one variable of it. What belongs to steps is left out of everything here. */
export interface CodePart {
  file: ProjectFile;
  unit: Unit;
  /** The uses of names, in the order of the text. */
  references: readonly Reference[];
  /** Those of them that are names of the module. */
  uses: readonly ModuleNameUse[];
  /** The texts in `import('…')` and `require('…')`. */
  loads: readonly Node[];
  /** True for code of steps that stand in it. */
  isOfStep: (node: Node) => boolean;
}

/** The use of something that the module declares or imports. */
export interface ModuleNameUse {
  reference: Reference;
  binding: Binding;
  /** The members that are read of an import: `['promises', 'readFile']` of `fs` in `fs.promises.readFile`. */
  path: readonly string[];
}

/** What a module brings into a bundle just by being imported. */
export interface ModuleCode {
  file: ProjectFile;
  parts: readonly CodePart[];
  partsOf: ReadonlyMap<Binding, readonly CodePart[]>;
  /** Those that run when a run begins: the workflows themselves, and what the module does when it is evaluated. */
  workflows: readonly CodePart[];
  evaluated: readonly CodePart[];
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
  const parts = createParts(file);
  const partsOf = declaredParts(file, parts);
  const workflows = parts.filter(({ unit }) => holdsWorkflow(file, unit));
  // Only such files are sliced by the compiler: of the others a bundler keeps all that has an effect.
  const slice =
    file.analysis && hasHostCode(file.analysis) ? sliceModule(file.analysis, findRetryRules(file.analysis)) : null;
  const kept = slice && new Set(slice.kept.map(({ node }) => node));
  const isKept = ({ unit }: CodePart): boolean => (kept ? kept.has(unit.node) : true);
  return {
    file,
    parts,
    partsOf,
    workflows,
    evaluated: parts.filter((part) => isKept(part) && isEvaluated(part, slice !== null)),
    imports: [...importedTexts(file, kept), ...parts.filter(isKept).flatMap(({ loads }) => loads)],
  };
}

/** The compiler marks the values of variables as free of effects where it slices. */
function isEvaluated({ unit }: CodePart, isSliced: boolean): boolean {
  if (unit.kind === 'effect') return true;
  if (unit.kind !== 'declaration' && unit.kind !== 'export') return false;
  const isVariable = unit.node.type === 'VariableDeclarator' || unit.node.type === 'ExportDefaultExpression';
  return !(isSliced && isVariable) && runsWhenEvaluated(unit.node);
}

function createParts(file: ProjectFile): CodePart[] {
  const steps = stepCode(file.analysis);
  const isOfStep = steps.size === 0 ? () => false : (node: Node) => isWithin(steps, node);
  const units = moduleUnits(file.items);
  const referencesOf = new Map<Node, Reference[]>(units.map(({ node }) => [node, []]));
  for (const reference of file.bindings.references) {
    // The factory of an element stands for no text.
    const own = reference.node.type === 'Identifier' ? nearestOf(referencesOf, reference.node) : undefined;
    if (own && !isOfStep(reference.node)) own.push(reference);
  }
  const mayLoad = /\bimport\s*\(|\brequire\b/.test(file.source.code);
  return units.map((unit) => {
    const references = referencesOf.get(unit.node)!;
    return {
      file,
      unit,
      references,
      uses: references.flatMap((reference) => toUse(file, reference) ?? []),
      loads: mayLoad ? loadedTexts(unit.node, isOfStep) : [],
      isOfStep,
    };
  });
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

function holdsWorkflow({ analysis }: ProjectFile, { node }: Unit): boolean {
  if (!analysis) return false;
  const workflows = analysis.functions.filter(({ kind }) => kind === 'workflow');
  return [...workflows, ...analysis.classes].some((found) => contains(node.span, found.node.span));
}

function declaredParts({ bindings }: ProjectFile, parts: readonly CodePart[]): Map<Binding, CodePart[]> {
  const partOf = new Map(parts.map((part) => [part.unit.node, part]));
  const declared = new Map<Binding, CodePart[]>();
  for (const binding of bindings.root.bindings.values()) {
    declared.set(
      binding,
      binding.declarations.flatMap((node) => nearestOf(partOf, node) ?? []),
    );
  }
  return declared;
}

/** `kept`: what the compiler leaves of the file; `null`: all that is used. */
function importedTexts({ items, bindings }: ProjectFile, kept: ReadonlySet<Node> | null): Node[] {
  const isNeeded = (specifier: Node): boolean => {
    if (kept) return kept.has(specifier);
    const binding = bindings.root.bindings.get(text(child(specifier, 'local')!));
    return specifier['isTypeOnly'] !== true && (binding?.references.length ?? 0) > 0;
  };
  return items.flatMap((item) => {
    const source = item['typeOnly'] === true ? null : child(item, 'source');
    if (!source) return [];
    if (item.type !== 'ImportDeclaration') return [source];
    const specifiers = children(item, 'specifiers');
    // The compiler drops imports without names where it slices.
    return (specifiers.length === 0 ? !kept : specifiers.some(isNeeded)) ? [source] : [];
  });
}

function loadedTexts(node: Node, isOfStep: (node: Node) => boolean): Node[] {
  return codeInside(node, isOfStep).flatMap((inner) => {
    const callee = inner.type === 'CallExpression' ? child(inner, 'callee')! : null;
    const isLoad = callee?.type === 'Import' || (callee?.type === 'Identifier' && text(callee) === 'require');
    const specifier = isLoad ? children(inner, 'arguments')[0] : undefined;
    return specifier?.type === 'StringLiteral' ? [specifier] : [];
  });
}
