/**
 * Finds the classes that static steps may be called on. The `this` of such a call is the class, which may be one that
 * inherits the step, so steps and workflows know these classes by an id.
 */
import { type Node, child, contains, parentOf } from '../ast.ts';
import { runsOnce, staticOwner } from './function-place.ts';
import type { DirectiveFunction, PassableClass } from './module-analysis.ts';
import { namePath } from './name-path.ts';
import { type ModuleBindings, type Reference, classOf } from './scope.ts';

interface CalledInput {
  bindings: ModuleBindings;
  functions: readonly DirectiveFunction[];
  /** Classes that have an id anyway. */
  classes: readonly PassableClass[];
  moduleId: string;
}

/** All such classes of a file that exist once, in source order, but those that have an id anyway. */
export function findCalledClasses({ bindings, functions, classes, moduleId }: CalledInput): PassableClass[] {
  const steps = functions.filter(({ kind }) => kind === 'step');
  const found = new Set(steps.flatMap((step) => (step.usesSelf ? (staticOwner(step.node) ?? []) : [])));
  const called: PassableClass[] = [];
  for (const [node, scope] of bindings.scopes) {
    if (!node.type.startsWith('Class') || !runsOnce(scope)) continue;
    if (!found.has(node) && !mayInherit(node, { bindings, steps, found })) continue;
    found.add(node);
    const { path } = namePath(node);
    if (!classes.some((known) => known.node === node))
      called.push({ name: path, classId: `class//${moduleId}//${path}`, node });
  }
  return called;
}

interface InheritInput {
  bindings: ModuleBindings;
  steps: readonly DirectiveFunction[];
  /** The classes of the file that were found so far. */
  found: ReadonlySet<Node>;
}

/**
 * Whether a class may inherit a static step. Nobody sees here what the classes of other files have: one of them counts
 * when code besides steps uses something static of the class. An id keeps a class in every bundle, and with it what it
 * imports, so it is for those only that need it.
 */
function mayInherit(node: Node, { bindings, steps, found }: InheritInput): boolean {
  const parent = child(node, 'superClass');
  if (!parent) return false;
  const named = bindings.references.filter((use) => contains(parent.span, use.node.span));
  if (named.some(({ binding }) => binding && found.has(classOf(binding)!))) return true;
  if (!named.some(isOfAnotherFile)) return false;
  const isInStep = (use: Reference): boolean => steps.some((step) => contains(step.node.span, use.node.span));
  return bindings.references.some(
    (use) => use.binding && classOf(use.binding) === node && isObjectOfMember(use.node) && !isInStep(use),
  );
}

function isOfAnotherFile({ binding }: Reference): boolean {
  if (binding?.kind !== 'import') return false;
  const source = child(parentOf(binding.declarations[0]!)!, 'source');
  return !/^(?:workflow(?:\/|$)|node:)/.test(String(source?.['value']));
}

const isObjectOfMember = (name: Node): boolean => child(parentOf(name)!, 'object') === name;
