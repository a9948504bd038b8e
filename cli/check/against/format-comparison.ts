/** A comparison of builds for people. */
import { styleText } from 'node:util';
import { placedNameOf } from '../../../runtime/contract/ids.ts';
import { type ChangeKind, type ComparedBuild, type Comparison, parksRuns, type StepChange } from './compare-builds.ts';

/** One paragraph for each change, and a summary. Like Node, it leaves colours out where the terminal shows none. */
export function formatComparison(
  target: string,
  builds: readonly ComparedBuild[],
  { changes, unknown }: Comparison,
): string {
  const unread = unknown
    .filter(({ runs }) => sumOf(runs) !== 0)
    .map(
      ({ buildId, runs }) =>
        `${styleText('yellow', 'unknown')} build ${shorten(buildId)}${countText(sumOf(runs), ', with')}\n` +
        '  An older version of "workflow" made it, so nothing is known of its steps: its runs call those of the new build.',
    );
  return [...changes.map(formatChange), ...unread, summarize(target, builds, changes)].join('\n\n');
}

const LABELS: Readonly<Record<ChangeKind, string>> = {
  moved: 'moved',
  vanished: 'vanished',
  code: 'changed',
  captures: 'changed',
};

function formatChange(change: StepChange): string {
  const { stepId, before, now, builds, runs } = change;
  const colour = parksRuns(change) ? 'red' : 'yellow';
  const places = now === null ? before : `${before} → ${now}`;
  const head = `${styleText(colour, LABELS[change.kind])} step ${placedNameOf(stepId)} ${places}`;
  return `${head}\n  ${explain(change)}\n  Called by ${plural(builds.length, 'build')}${countText(runs, ' with')}`;
}

function explain({ kind, movedTo, missing = [] }: StepChange): string {
  switch (kind) {
    case 'moved':
      return `Calls find the function under its new id, ${movedTo}.`;
    case 'vanished':
      return 'There is no step of this id: runs that call it wait. Keep the function under its name and path.';
    case 'code':
      return 'The id is a matter of order, and the function that has it now is another one: runs that call it wait. Give the new one a name of its own.';
    case 'captures':
      return `It uses ${missing.map((name) => `"${name}"`).join(', ')}, which calls do not bring along: runs that call it wait. Keep the names of captured variables, and make a new step for more.`;
  }
}

function summarize(target: string, builds: readonly ComparedBuild[], changes: readonly StepChange[]): string {
  const compared = `Compared with ${plural(builds.length, 'build')} (${target})`;
  const parking = changes.filter(parksRuns);
  if (parking.length === 0) return `${compared}: no run would have to wait.`;
  return `${compared}: ${plural(parking.length, 'change')} that runs would have to wait for.`;
}

const countText = (runs: number | null, before: string): string =>
  runs === null ? '.' : `${before} at most ${plural(runs, 'run')} that ${runs === 1 ? 'has' : 'have'} not ended.`;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const shorten = (buildId: string): string => buildId.slice(0, 12);

const sumOf = (runs: ComparedBuild['runs']): number | null => runs && runs.reduce((count, one) => count + one.runs, 0);
