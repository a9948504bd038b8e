/** How each kind of statement is drawn. */
import { type Node, child, children, statements, text } from '../ast.ts';
import type { Drawing } from './drawing.ts';
import type { Ends, OpenEdge } from './sketch.ts';

/** Draws a node behind open ends. @returns The ends behind it; none where the code does not go on. */
export type Draw = (drawing: Drawing, node: Node, ends: Ends) => Ends;

/** How to draw each kind of statement that branches, repeats or leaves; of all others the parts are drawn in order. */
export const STATEMENTS: Readonly<Record<string, Draw>> = {
  IfStatement(drawing, node, ends) {
    const test = child(node, 'test')!;
    const before = drawing.draw(test, ends);
    return drawing.branch({ kind: 'condition', label: drawing.textOf(test) }, node, before, (id) => [
      ...drawing.draw(child(node, 'consequent'), [{ from: id, label: 'yes' }]),
      ...drawing.draw(child(node, 'alternate'), [{ from: id, label: 'no' }]),
    ]);
  },
  SwitchStatement: (drawing, node, ends) => drawSwitch(drawing, node, ends, null),
  ForStatement(drawing, node, ends) {
    const before = drawing.draw(child(node, 'init'), ends);
    return drawLoop(drawing, node, before, loopParts(node));
  },
  ForOfStatement: drawForEach,
  ForInStatement: drawForEach,
  WhileStatement: (drawing, node, ends) => drawLoop(drawing, node, ends, loopParts(node)),
  DoWhileStatement: (drawing, node, ends) => drawLoop(drawing, node, ends, loopParts(node)),
  LabeledStatement: drawLabeled,
  TryStatement: drawTry,
  CatchClause: (drawing, node, ends) => drawing.draw(child(node, 'body'), ends),
  ReturnStatement(drawing, node, ends) {
    drawing.exits.returns.push(...drawing.draw(child(node, 'argument'), ends));
    return [];
  },
  ThrowStatement(drawing, node, ends) {
    const before = drawing.draw(child(node, 'argument'), ends);
    const { throws } = drawing.exits;
    if (throws) throws.push(...before);
    else
      drawing.sketch.connect(
        before.map(({ from }) => ({ from, label: 'fails' })),
        'end',
      );
    return [];
  },
  BreakStatement(drawing, node, ends) {
    findJump(drawing, node, () => true)?.breaks.push(...ends);
    return [];
  },
  ContinueStatement(drawing, node, ends) {
    findJump(drawing, node, ({ isLoop }) => isLoop)?.continues.push(...ends);
    return [];
  },
};

type Jump = Drawing['exits']['jumps'][number];

function findJump(drawing: Drawing, node: Node, isMeant: (jump: Jump) => boolean): Jump | undefined {
  const label = child(node, 'label');
  const { jumps } = drawing.exits;
  return label ? jumps.find((jump) => jump.label === text(label)) : jumps.find(isMeant);
}

interface LoopParts {
  label: string | null;
  /** The repeated parts, in order. */
  repeated: (Node | null)[];
  /** The text that decides; `null` for a loop that only ends by a jump. */
  test: Node | null;
}

function loopParts(node: Node, label: string | null = null): LoopParts {
  const test = child(node, 'test');
  const body = child(node, 'body');
  const isEndless = !test || (test.type === 'BooleanLiteral' && test['value'] === true);
  const repeated = node.type === 'DoWhileStatement' ? [body, test] : [test, body, child(node, 'update')];
  return { label, repeated, test: isEndless ? null : test };
}

function drawForEach(drawing: Drawing, node: Node, ends: Ends): Ends {
  return drawLoop(drawing, node, drawing.draw(child(node, 'right'), ends), forEachParts(node));
}

function forEachParts(node: Node, label: string | null = null): LoopParts {
  return { label, repeated: [child(node, 'body')], test: child(node, 'right') };
}

function drawLoop(drawing: Drawing, node: Node, ends: Ends, { label, repeated, test }: LoopParts): Ends {
  const details = { label: test ? drawing.textOf(test) : 'repeat', name: label, endless: !test };
  return drawing.loop(details, node, ends, (each) =>
    repeated.reduce<Ends>((after, part) => drawing.draw(part, after), each),
  );
}

function drawLabeled(drawing: Drawing, node: Node, ends: Ends): Ends {
  const label = text(child(node, 'label')!);
  const body = child(node, 'body')!;
  if (body.type === 'SwitchStatement') return drawSwitch(drawing, body, ends, label);
  if (body.type.startsWith('For') || body.type.endsWith('WhileStatement')) {
    const isForEach = body.type !== 'ForStatement' && body.type.startsWith('For');
    const before = drawing.draw(child(body, isForEach ? 'right' : 'init'), ends);
    return drawLoop(drawing, body, before, isForEach ? forEachParts(body, label) : loopParts(body, label));
  }
  return drawing.inBlock(label, () => drawing.draw(body, ends));
}

function drawSwitch(drawing: Drawing, node: Node, ends: Ends, label: string | null): Ends {
  const discriminant = child(node, 'discriminant')!;
  const cases = children(node, 'cases');
  const before = drawing.draw(discriminant, ends);
  return drawing.branch({ kind: 'condition', label: drawing.textOf(discriminant) }, node, before, (id) => {
    const after = drawing.inBlock(label, () =>
      cases.reduce<Ends>((fallen, one) => drawCase(drawing, one, [...fallen, caseEdge(drawing, id, one)]), []),
    );
    const hasDefault = cases.some((one) => !child(one, 'test'));
    return [...after, ...(hasDefault ? [] : [{ from: id, label: 'else' }])];
  });
}

function caseEdge(drawing: Drawing, from: string, one: Node): OpenEdge {
  const test = child(one, 'test');
  return { from, label: test ? drawing.textOf(test) : 'else' };
}

function drawCase(drawing: Drawing, one: Node, ends: Ends): Ends {
  return drawing.drawAll(children(one, 'consequent'), ends);
}

/** Whatever is drawn in the block may fail, and then leads to the handler. */
function drawTry(drawing: Drawing, node: Node, ends: Ends): Ends {
  const handler = child(node, 'handler');
  const finalizer = child(node, 'finalizer');
  const failures: OpenEdge[] = [];
  const first = drawing.sketch.size;
  const block = statements(child(node, 'block'));
  const draw = (): Ends => drawing.drawAll(block, ends);
  const after = handler ? drawing.catching(failures, draw) : draw();
  const failing = drawing.sketch.happeningSince(first).map((from) => ({ from, label: 'fails' }));
  const handled = handler ? drawing.draw(handler, [...failing, ...failures]) : [];
  return drawing.draw(finalizer, [...after, ...handled]);
}
