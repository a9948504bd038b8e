/** Warnings about functions that are legal and yet likely to surprise. */
import { type Node, child, parentOf } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic, headOf } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { compileError, subjectOf } from '../messages.ts';
import { contextUses, isClassForm } from './function-place.ts';
import type { DirectiveFunction, PassableClass } from './module-analysis.ts';
import { type NamePath, namePath } from './name-path.ts';
import type { ModuleBindings } from './scope.ts';

/** A function with the name path that its id is made of. */
export interface Namesake {
  node: Node;
  kind: DirectiveKind;
  base: NamePath;
  /** An option of an agent, whose author wrote no step. */
  isOption: boolean;
}

/**
 * Whether another function before this one would change its id.
 * @param namesakes All functions of its kind and name path.
 */
export const isMatterOfOrder = ({ base }: Namesake, namesakes: readonly Namesake[]): boolean =>
  base.anonymous || namesakes.length > 1;

/**
 * Functions without a name, and those of one name, are numbered in the order of the source, and that order changes.
 * @param namesakes All functions of one kind and name path.
 */
export function warnOfOrder(file: SourceFile, namesakes: readonly Namesake[]): Diagnostic[] {
  return namesakes
    .filter((one, index) => !one.isOption && isMatterOfOrder(one, namesakes) && (!one.base.named || index > 0))
    .map(({ node, kind, base: { named, path } }) => {
      const warning = named
        ? compileError('compile_function_namesake', { subject: subjectOf({ kind, path }) })
        : compileError('compile_function_anonymous', { kind });
      return createDiagnostic(file, headOf(file, node), warning, 'warning');
    });
}

interface InstanceInput {
  file: SourceFile;
  bindings: ModuleBindings;
  functions: readonly DirectiveFunction[];
  classes: readonly PassableClass[];
}

/** Only instances of a class that says how can be passed; one that extends another may inherit it. */
export function warnOfInstances({ file, bindings, functions, classes }: InstanceInput): Diagnostic[] {
  return functions.flatMap((step) => {
    const owner = passedClass(step, bindings);
    if (!owner || child(owner, 'superClass') || classes.some(({ node }) => node === owner)) return [];
    const name = namePath(owner).path;
    const warning = compileError('compile_step_instance', { subject: subjectOf(step), name });
    return [createDiagnostic(file, headOf(file, step.node), warning, 'warning')];
  });
}

/** The class whose instance travels with each call of a step, if any. */
function passedClass(step: DirectiveFunction, bindings: ModuleBindings): Node | null {
  const member = memberWithThis(step, bindings);
  const owner = member && member['isStatic'] !== true ? parentOf(member) : undefined;
  return owner?.type.startsWith('Class') ? owner : null;
}

/** The member that the `this` of a step belongs to: the step itself, or the method or field around an arrow. */
function memberWithThis({ captures, form, node, usesSelf }: DirectiveFunction, bindings: ModuleBindings): Node | null {
  if (captures.self) return contextUses(node, bindings).outer.find(({ name }) => name === 'this')?.owner.node ?? null;
  return usesSelf && isClassForm(form) ? node : null;
}
