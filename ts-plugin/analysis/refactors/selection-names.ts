/** The names by which selected code is tied to the code around it. */
import { contains } from '../../../compiler/ast.ts';
import { type Binding, type Reference, functionOf } from '../../../compiler/analyze/scope.ts';
import type { ProjectFile } from '../project.ts';
import type { Selection } from './selection.ts';

export interface SelectionNames {
  /** Local names that it reads, with one of its uses; in the order of use. */
  taken: { binding: Binding; use: Reference }[];
  /** Names that it declares or changes, and that are used behind it. */
  given: Binding[];
  /** How the code behind gets what is given. */
  giving: 'nothing' | 'declared' | 'declared and changed later' | 'changed';
}

/** `null` when no call can stand in its place: a local function would have to be passed, or names are both declared and changed. */
export function readNames({ bindings }: ProjectFile, { span }: Selection): SelectionNames | null {
  const isIn = ({ node }: Reference): boolean => contains(span, node.span);
  const local = bindings.references.filter((use) => isIn(use) && use.binding && use.binding.scope.kind !== 'module');
  const isDeclaredIn = ({ declarations }: Binding): boolean => declarations.some((node) => contains(span, node.span));
  const taken = uniqueUses(local.filter((use) => !isDeclaredIn(use.binding!)));
  if (taken.some(({ binding }) => isCode(binding))) return null;
  const changed = taken.filter(({ binding }) => binding.references.some((use) => isIn(use) && use.writes));
  const declared = declaredBindings(bindings.references, isDeclaredIn).filter(({ references }) =>
    references.some((use) => !isIn(use)),
  );
  if (declared.some(isCode) || (declared.length > 0 && changed.length > 0)) return null;
  if (changed.length > 0) return { taken, given: changed.map(({ binding }) => binding), giving: 'changed' };
  const isChangedLater = declared.some(({ references }) => references.some((use) => use.writes && !isIn(use)));
  const giving = isChangedLater ? 'declared and changed later' : 'declared';
  return { taken, given: declared, giving: declared.length === 0 ? 'nothing' : giving };
}

function uniqueUses(uses: readonly Reference[]): SelectionNames['taken'] {
  const byBinding = new Map<Binding, Reference>();
  for (const use of uses) if (!byBinding.has(use.binding!)) byBinding.set(use.binding!, use);
  return [...byBinding].map(([binding, use]) => ({ binding, use }));
}

function declaredBindings(references: readonly Reference[], isDeclaredIn: (binding: Binding) => boolean): Binding[] {
  const all = new Set(references.flatMap(({ binding }) => binding ?? []));
  return [...all].filter((binding) => binding.scope.kind !== 'module' && isDeclaredIn(binding));
}

/** Functions and classes are not passed to steps. */
function isCode(binding: Binding): boolean {
  return binding.kind === 'function' || binding.kind === 'class' || functionOf(binding) !== null;
}
