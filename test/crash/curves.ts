/** The curves of a long storm: samples of a worker that lives through it, and of the file. */
import type { VitalSigns } from './vital-signs.ts';

export interface Sample extends VitalSigns {
  atS: number;
  /** Runs that have ended by then. */
  runs: number;
  fileMb: number;
}

interface Curve {
  title: string;
  read(sample: Sample): number;
  /** How much more the last third may be than the second, on average; `null`: the curve is only shown. */
  growthMax: number | null;
}

const CURVES: readonly Curve[] = [
  { title: 'reachable memory, MB', read: ({ reachableMb }) => reachableMb, growthMax: 1.15 },
  { title: 'size of the process, MB', read: ({ rssMb }) => rssMb, growthMax: 1.25 },
  { title: 'budget of memory in use, kB', read: ({ budgetKb }) => budgetKb, growthMax: null },
  { title: 'most of it since the last sample, kB', read: ({ budgetMostKb }) => budgetMostKb, growthMax: null },
  { title: 'descriptors', read: ({ descriptors }) => descriptors, growthMax: 1.1 },
  { title: 'file, MB', read: ({ fileMb }) => fileMb, growthMax: 1.25 },
  { title: 'delay of the event loop, p99, ms', read: ({ delayP99Ms }) => delayP99Ms, growthMax: null },
  { title: 'delay of the event loop, most, ms', read: ({ delayMaxMs }) => delayMaxMs, growthMax: null },
];
/** Until then the first runs are purged and code is compiled: a shorter storm says nothing about growth. */
const SETTLED_S = 180;
const COLUMNS = 60;
const BARS = '▁▂▃▄▅▆▇█';

/** A line per curve: first, middle and last value, and its shape. */
export function drawCurves(samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = CURVES.map(({ title, read }) => {
    const values = samples.map(read);
    const [first, middle, last] = [values[0]!, values[Math.floor(values.length / 2)]!, values.at(-1)!];
    const figures = [first, middle, last].map((value) => value.toFixed(1).padStart(8)).join('');
    return `  ${title.padEnd(36)}${figures}  ${drawShape(values)}`;
  });
  const { atS, runs } = samples.at(-1)!;
  return [`${samples.length} samples in ${Math.round(atS)} s, ${runs} runs: first, middle, last`, ...lines].join('\n');
}

/** Curves that grow where they have to be flat, in words. */
export function findGrowth(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  if ((samples[third]?.atS ?? 0) < SETTLED_S) return [];
  return CURVES.flatMap(({ title, read, growthMax }) => {
    const before = mean(samples.slice(third, 2 * third).map(read));
    const after = mean(samples.slice(2 * third).map(read));
    if (growthMax === null || after <= before * growthMax) return [];
    return [`${title}: grew from ${before.toFixed(1)} to ${after.toFixed(1)}`];
  });
}

/** Each column is the mean of its part of the values; the tallest is the greatest. */
function drawShape(values: readonly number[]): string {
  const columns = Math.min(COLUMNS, values.length);
  const parts = Array.from({ length: columns }, (_, column) =>
    mean(values.slice((column * values.length) / columns, ((column + 1) * values.length) / columns)),
  );
  const most = Math.max(...parts, Number.MIN_VALUE);
  return parts.map((part) => BARS[Math.round((part / most) * (BARS.length - 1))]).join('');
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
