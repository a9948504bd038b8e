/** Which values of a module a statement may change by calling functions of the module. */
import { type Node, child, contains, effectiveParent, isWithin } from '../ast.ts';
import { type Binding, type ModuleBindings, type Reference, functionOf } from '../analyze/scope.ts';

/** Follows calls from function to function. */
export class ChangedValues {
  readonly #bindings: ModuleBindings;
  readonly #removed: ReadonlySet<Node>;
  readonly #known = new Map<Binding, ReadonlySet<Binding>>();

  /** @param removed The code that the workflow view leaves out. */
  constructor(bindings: ModuleBindings, removed: ReadonlySet<Node>) {
    this.#bindings = bindings;
    this.#removed = removed;
  }

  /** What calling this function may change; empty for what is no function of the module. */
  of(binding: Binding): ReadonlySet<Binding> {
    const changed = this.#known.get(binding) ?? this.#search(binding);
    this.#known.set(binding, changed);
    return changed;
  }

  #search(start: Binding): Set<Binding> {
    const changed = new Set<Binding>();
    const reached = new Set([start]);
    // A set gives what is added while it is walked.
    for (const binding of reached) {
      const node = functionOf(binding);
      for (const reference of node ? this.#referencesIn(node) : []) {
        const isChanged = reference.writes || isChanging(reference.node);
        (isChanged ? changed : reached).add(reference.binding!);
      }
    }
    return changed;
  }

  #referencesIn(node: Node): Reference[] {
    const { references, root } = this.#bindings;
    return references.filter(
      (reference) =>
        reference.binding?.scope === root &&
        contains(node.span, reference.node.span) &&
        !isWithin(this.#removed, reference.node),
    );
  }
}

/** True for `list` in `list.push(1)`, `list[0].name = 'x'`, `list.length++` and `delete list.a`. */
function isChanging(name: Node): boolean {
  let { parent, inner } = effectiveParent(name);
  if (parent?.type !== 'MemberExpression' || child(parent, 'object') !== inner) return false;
  while (parent?.type === 'MemberExpression' && child(parent, 'object') === inner) {
    ({ parent, inner } = effectiveParent(parent));
  }
  switch (parent?.type) {
    case 'CallExpression':
      return child(parent, 'callee') === inner;
    case 'AssignmentExpression':
      return child(parent, 'left') === inner;
    case 'UpdateExpression':
      return true;
    default:
      return parent?.type === 'UnaryExpression' && parent['operator'] === 'delete';
  }
}
