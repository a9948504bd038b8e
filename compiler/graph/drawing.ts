/** Draws the code of one workflow: the parts that the drawers of statements and expressions share. */
import { type Node, child, children, eachChild, isBlock, isFunction, statements } from '../ast.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import type { GraphNode } from '../../runtime/contract/workflow-graph.ts';
import type { CallTargets } from './call-targets.ts';
import { EXPRESSIONS, drawFunction } from './draw-expressions.ts';
import { STATEMENTS } from './draw-statements.ts';
import { type Ends, type NewNode, type OpenEdge, Sketch } from './sketch.ts';

/** Where `break` and `continue` of a statement lead. */
interface JumpTarget {
  label: string | null;
  isLoop: boolean;
  breaks: OpenEdge[];
  continues: OpenEdge[];
}

/** Where code leads to that does not go on with the next statement. */
interface Exits {
  returns: OpenEdge[];
  /** Of the nearest `try` around; `null`: the workflow fails. */
  throws: OpenEdge[] | null;
  jumps: readonly JumpTarget[];
}

const LABEL_MAX = 60;
/** A limit, because functions that call others several times each would grow exponentially. */
const BODIES_MAX = 1000;

/** A node of the graph without its id and place. */
export type NodeDetails = Pick<GraphNode, 'kind' | 'label'> & Partial<Pick<GraphNode, 'stepId' | 'workflowId'>>;

/** Walks the code of one workflow and adds what happens to a sketch. */
export class Drawing {
  readonly sketch = new Sketch();
  readonly targets: CallTargets;
  readonly #analysis: ModuleAnalysis;
  /** The options of agents, which may call them. */
  readonly #agentOptions: ReadonlyMap<Node, DirectiveFunction>;
  /** Functions whose code is being drawn: one that calls itself is not followed. */
  readonly #inside = new Set<Node>();
  #bodies = 0;
  exits: Exits = { returns: [], throws: null, jumps: [] };

  constructor(analysis: ModuleAnalysis, targets: CallTargets) {
    const agentOptions = analysis.functions.filter(({ form }) => form === 'agent-option');
    this.#analysis = analysis;
    this.#agentOptions = new Map(agentOptions.map((option) => [option.node, option]));
    this.targets = targets;
  }

  /** A statement or expression behind these ends. @returns The ends behind it. */
  draw(node: Node | null, ends: Ends): Ends {
    // Code behind a `return` never runs.
    if (!node || ends.length === 0) return ends;
    const agentOption = this.#agentOptions.get(node);
    if (agentOption) return drawFunction(this, agentOption, node, ends);
    const draw = STATEMENTS[node.type] ?? EXPRESSIONS[node.type];
    if (draw) return draw(this, node, ends);
    // A type operator is drawn as the value inside it.
    if (node.type.startsWith('Ts')) return this.draw(child(node, 'expression'), ends);
    // The code of a function runs where it is called.
    return isFunction(node) ? ends : this.drawChildren(node, ends);
  }

  drawChildren(node: Node, ends: Ends): Ends {
    let after = ends;
    eachChild(node, (inner) => {
      after = this.draw(inner, after);
    });
    return after;
  }

  drawAll(nodes: readonly Node[], ends: Ends): Ends {
    return nodes.reduce<Ends>((after, node) => this.draw(node, after), ends);
  }

  /** The code of a function, as if it stood at its call. */
  drawBody(fn: Node, ends: Ends): Ends {
    const body = child(fn, 'body');
    if (!body || this.#inside.has(fn) || this.#bodies++ >= BODIES_MAX) return ends;
    this.#inside.add(fn);
    const outer = this.exits;
    this.exits = { returns: [], throws: outer.throws, jumps: [] };
    const before = this.drawAll(children(fn, 'params'), ends);
    const last = isBlock(body) ? this.drawAll(statements(body), before) : this.draw(body, before);
    const after = [...this.exits.returns, ...last];
    this.exits = outer;
    this.#inside.delete(fn);
    return after;
  }

  /** Adds what happens at a place. @returns The ends behind it. */
  add(details: NodeDetails, place: Node, ends: Ends): Ends {
    const id = this.sketch.add(this.#at(place, details), ends);
    return id === null ? ends : [{ from: id }];
  }

  /** Adds what branches at a place. @param draw Gets its id. @returns The ends behind all branches. */
  branch(details: NodeDetails, place: Node, ends: Ends, draw: (id: string) => Ends): Ends {
    const id = this.sketch.add(this.#at(place, details), ends);
    if (id === null) return ends;
    const before = this.sketch.size;
    const after = draw(id);
    if (details.kind !== 'condition') this.sketch.keepIfHappening(id, before);
    return after;
  }

  #at(place: Node, details: NodeDetails): NewNode {
    const { line, column } = this.#analysis.file.positions.at(place.span.start);
    return { ...details, line, column: column + 1 };
  }

  /** The code of an expression on one line, shortened. */
  textOf({ span }: Node): string {
    const code = this.#analysis.file.code.slice(span.start, span.end).replace(/\s+/g, ' ');
    return code.length > LABEL_MAX ? `${code.slice(0, LABEL_MAX - 1)}…` : code;
  }

  /** Draws code that `break` leads out of. @returns Its ends, with those of its breaks. */
  inBlock(label: string | null, draw: () => Ends): Ends {
    const target: JumpTarget = { label, isLoop: false, breaks: [], continues: [] };
    return [...this.#inJumpTarget(target, draw), ...target.breaks];
  }

  /**
   * Adds a loop. It leads back only from code in which something happens.
   * @param options `endless`: it only ends by a jump. `draw`: draws what is repeated.
   */
  loop(
    details: { label: string; name: string | null; endless: boolean },
    place: Node,
    ends: Ends,
    draw: (each: Ends) => Ends,
  ): Ends {
    return this.branch({ kind: 'loop', label: details.label }, place, ends, (id) => {
      const before = this.sketch.size;
      const target: JumpTarget = { label: details.name, isLoop: true, breaks: [], continues: [] };
      const again = this.#inJumpTarget(target, () => draw([{ from: id, label: 'each' }]));
      const back = [...again, ...target.continues].map(({ from }) => ({ from, label: 'again' }));
      if (this.sketch.happeningSince(before).length > 0) this.sketch.connect(back, id);
      return [...(details.endless ? [] : [{ from: id, label: 'done' }]), ...target.breaks];
    });
  }

  #inJumpTarget(target: JumpTarget, draw: () => Ends): Ends {
    const outer = this.exits;
    this.exits = { ...outer, jumps: [target, ...outer.jumps] };
    const ends = draw();
    this.exits = outer;
    return ends;
  }

  /** Draws code whose errors are caught. */
  catching(throws: OpenEdge[], draw: () => Ends): Ends {
    const outer = this.exits;
    this.exits = { ...outer, throws };
    const ends = draw();
    this.exits = outer;
    return ends;
  }
}
