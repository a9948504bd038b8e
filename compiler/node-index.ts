/** The nodes of a module by type. Without it, a walk for each question would be most of the time of the analysis. */
import { type Node, eachChild, setParent } from './ast.ts';

const NONE: readonly Node[] = [];

/** Links every node to the node around it, and finds nodes by type. */
export class NodeIndex {
  readonly #byType = new Map<string, Node[]>();

  constructor(module: Node, items: readonly Node[]) {
    for (const item of items) this.#add(item, module);
  }

  readonly #add = (node: Node, parent: Node): void => {
    setParent(node, parent);
    // A third of all nodes are identifiers. They hold only types, and nobody looks for them here.
    if (node.type === 'Identifier') return;
    const nodes = this.#byType.get(node.type);
    if (nodes) nodes.push(node);
    else this.#byType.set(node.type, [node]);
    eachChild(node, this.#add, node);
  };

  /** Each before those that stand in it. Identifiers are left out. */
  of(type: string): readonly Node[] {
    return this.#byType.get(type) ?? NONE;
  }

  /** In the order of the text, and each before those that stand in it. */
  ofAny(types: Iterable<string>): Node[] {
    const nodes = Array.from(types, (type) => this.of(type)).flat();
    return nodes.sort(({ span: a }, { span: b }) => a.start - b.start || b.end - a.end);
  }
}
