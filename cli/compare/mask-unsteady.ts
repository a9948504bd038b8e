/** Takes out of a comparison what the same code does otherwise each time: times, random values, answers of services. */
import type { ComparedCall } from './compare-calls.ts';
import type { CallReport } from './run-calls.ts';

/** Stands for the rest of a line in which two runs of the same code differ. */
const MASK = '… (another value each time)';

/** @param again The plain code once more, or where there is none, the live run. */
export function maskUnsteady(comparison: ComparedCall, again: CallReport): ComparedCall {
  const { plain, live, replaying } = comparison;
  const steady = 'text' in plain ? plain.text : live;
  if ('why' in again || steady === again.text) return comparison;
  const [first, second] = [steady.split('\n'), again.text.split('\n')];
  if (first.length !== second.length)
    return { ...comparison, plain: { why: 'It did not do the same when it was run again.' } };
  const starts = first.map((line, at) => (line === second[at] ? null : commonStart(line, second[at]!)));
  const mask = (text: string): string => {
    const lines = text.split('\n');
    if (lines.length !== starts.length) return text;
    return lines.map((line, at) => maskLine(line, starts[at]!)).join('\n');
  };
  return {
    plain: 'text' in plain ? { text: mask(plain.text) } : plain,
    live: mask(live),
    replaying: mask(replaying),
  };
}

const maskLine = (line: string, start: string | null): string =>
  start !== null && line.startsWith(start) ? start + MASK : line;

/** Numbers, times and ids that differ often begin alike by chance: their beginning is part of what differs. */
const BEGUN_VALUE = /[\w.:+-]*$/;

function commonStart(a: string, b: string): string {
  let length = 0;
  while (a[length] === b[length]) length += 1;
  return a.slice(0, length).replace(BEGUN_VALUE, '');
}
