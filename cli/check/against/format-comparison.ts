/** A comparison of builds for people. */
import { styleText } from 'node:util';
import { placedNameOf } from '../../../runtime/contract/ids.ts';
import { parametersText } from '../../../runtime/contract/parameters.ts';
import { type ComparedBuild, type Comparison, type ContractChange, kindOf, parksRuns } from './compare-builds.ts';

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

function formatChange(change: ContractChange): string {
  const { id, before, now, builds, runs } = change;
  const colour = parksRuns(change) ? 'red' : 'yellow';
  const places = [before, now].filter((place) => place !== null).join(' → ');
  const what = `${kindOf(change)} ${placedNameOf(id)} ${places}`.trimEnd();
  const callers =
    builds.length > 0
      ? `${kindOf(change) === 'class' ? 'Used' : 'Called'} by ${plural(builds.length, 'build')}${countText(runs, ' with')}`
      : `${plural(runs ?? 0, 'run')} of it ${runs === 1 ? 'has' : 'have'} not begun.`;
  return `${styleText(colour, labelOf(change))} ${what}\n  ${explain(change)}\n  ${callers}`;
}

const NAMED: ReadonlySet<string> = new Set(['moved', 'vanished', 'replaced']);
const labelOf = ({ kind }: ContractChange): string => (NAMED.has(kind) ? kind : 'changed');

function explain(change: ContractChange): string {
  const advice = ADVICE[change.kind];
  const fact = factOf(change);
  switch (kindOf(change)) {
    case 'step':
      return change.kind === 'moved' ? `${fact}.` : `${fact}: runs that call it wait. ${advice}`;
    case 'class':
      if (change.kind === 'replaced') return `${fact}. ${advice}`;
      return change.kind === 'moved' ? `${fact}.` : `${fact}: runs that give or get its instances wait. ${advice}`;
    case 'workflow':
      return change.kind === 'vanished'
        ? `${fact}: runs of it that have not begun wait, and so do those that others start. ${advice}`
        : `${fact}: runs that code of before starts begin with that code.`;
  }
}

function factOf(change: ContractChange): string {
  switch (change.kind) {
    case 'moved':
      return `Runs find it under its new id, ${change.movedTo}`;
    case 'vanished':
      return `There is no ${kindOf(change)} of this id`;
    case 'replaced':
      return `Its file has ${change.by.map(placedNameOf).join(' and ')} in its place, which code of before does not know by \`instanceof\``;
    case 'code':
      return 'The id is a matter of order, and the function that has it now is another one';
    case 'exchanged':
      return `Its text is that of ${placedNameOf(change.was)} of before`;
    case 'captures':
      return `It uses ${change.missing.map((name) => `"${name}"`).join(', ')}, which calls do not bring along`;
    case 'parameters':
      return `It takes ${parametersText(change.taken)}, and calls give ${parametersText(change.given)}`;
    case 'types': {
      const givers = kindOf(change) === 'class' ? 'instances of before' : 'calls';
      return `It takes ${change.taken} as "${change.at}", and ${givers} give ${change.given}`;
    }
    case 'result': {
      const takers = kindOf(change) === 'class' ? 'code of before expects' : 'callers expect';
      return `It gives ${change.given} as "${change.at}", and ${takers} ${change.taken}`;
    }
  }
}

const ADVICE: Readonly<Record<ContractChange['kind'], string>> = {
  moved: '',
  vanished: 'Keep it under its name and path.',
  replaced: 'If it was renamed, leave its text as it is in this deployment.',
  code: 'Give the new one a name of its own.',
  exchanged: 'Let each function keep its name or its text.',
  captures: 'Keep the names of captured variables, and make a new step for more.',
  parameters: 'Keep the names and places of parameters, and give new ones a default value.',
  types: 'Keep the names of fields and the values of enums, and let new fields be left out.',
  result: 'Let it give all that it gave before, or make a new one.',
};

function summarize(target: string, builds: readonly ComparedBuild[], changes: readonly ContractChange[]): string {
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
