/**
 * Deployments: builds of one program that follow each other while runs are under way. Their step functions are edited,
 * get namesakes above them, change places, and capture other variables, so that ids come to mean other functions.
 */
import type { Random } from './random.ts';
import type { StepOp } from './program.ts';

/** A step function in the source of a build. */
export interface PlacedStep {
  /** The part that it plays in programs; `other`: none, it only stands in the way. */
  fn: StepOp['fn'] | 'other';
  /** Two functions with one number have the same text. */
  text: number;
  /** The variable around it that it uses. */
  captures: 'amount' | 'cents' | null;
}

/** The step functions of a build, in the order of its source. Each part but `other` is played by one of them. */
export type Layout = readonly PlacedStep[];

export interface PlannedDeployments {
  /** Each function has a name of its own; else all have one name, and their ids are a matter of order. */
  areNamed: boolean;
  /** The first is there from the beginning, and the last has all functions that any of them had. */
  layouts: Layout[];
  /** When each but the first is deployed. */
  atMs: number[];
}

const PARTS: readonly StepOp['fn'][] = ['work', 'workOnce', 'workTimed'];
const DEPLOYMENTS_MAX = 3;
/** Before the end of all faults. */
const LAST_AT_MS = 20_000;

export function planDeployments(random: Random): PlannedDeployments {
  const first = PARTS.map((fn): PlacedStep => ({ fn, text: 0, captures: random.chance(0.3) ? 'amount' : null }));
  const areNamed = random.chance(0.3);
  const layouts: Layout[] = [first];
  for (let i = random.between(1, DEPLOYMENTS_MAX); i > 0; i--) layouts.push(edit(random, layouts.at(-1)!));
  const atMs = layouts.slice(1).map(() => random.between(500, 8_000));
  return {
    areNamed,
    layouts: [...layouts, areNamed ? withoutCaptures(first) : unite(layouts)],
    atMs: [...atMs.sort((a, b) => a - b), LAST_AT_MS],
  };
}

function edit(random: Random, layout: Layout): Layout {
  const at = random.between(0, layout.length - 1);
  const one = layout[at]!;
  const text = random.between(1, 1e6);
  switch (random.pick(['above', 'above', 'swap', 'edit', 'rename'])) {
    case 'above':
      return layout.toSpliced(at, 0, { fn: 'other', text, captures: null });
    case 'swap':
      return [...layout.slice(at), ...layout.slice(0, at)];
    case 'edit':
      return layout.with(at, { ...one, text });
    default:
      return layout.with(at, { ...one, captures: one.captures === 'amount' ? 'cents' : 'amount' });
  }
}

/** They answer whatever calls bring along. */
const withoutCaptures = (layout: Layout): Layout => layout.map((placed) => ({ ...placed, captures: null }));

/** All of them, each once; the parts are played by those that come first. */
function unite(layouts: readonly Layout[]): Layout {
  const byCode = new Map(layouts.flat().map((placed) => [codeOf(placed), placed]));
  return [...byCode.values()];
}

/** The text of the function as its contract tells it. */
export const codeOf = ({ fn, text, captures }: PlacedStep): string => `${fn} ${text} ${captures}`;

/** The names of the functions as the compiler makes ids of them. */
export function namesOf(layout: Layout, areNamed: boolean): string[] {
  return layout.map(({ fn, text }, index) => {
    if (areNamed) return fn === 'other' ? `other${text}` : fn;
    return index === 0 ? 'act' : `act~${index + 1}`;
  });
}

/** The function that plays a part in the programs of a build. */
export const playerOf = (layout: Layout, fn: StepOp['fn']): PlacedStep => layout.find((placed) => placed.fn === fn)!;

/** Whether a call that means `meant` may be answered by `placed`. */
export function mayAnswer(meant: PlacedStep, placed: PlacedStep, areNamed: boolean): boolean {
  const hasAll = placed.captures === null || placed.captures === meant.captures;
  return placed.fn === meant.fn && hasAll && (areNamed || codeOf(placed) === codeOf(meant));
}

/** Whether a build has to answer a call that means `meant`. */
export function mustAnswer(meant: PlacedStep, layout: Layout, areNamed: boolean): boolean {
  return layout.filter((placed) => mayAnswer(meant, placed, areNamed)).length === 1;
}
