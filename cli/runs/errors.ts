/** `workflow errors`: what fails, by its kind. */
import type { ErrorGroupItem } from '../../runtime/entries/operations.ts';
import { paint } from '../program/colours.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { RUN_FILTERS, readRunQuery } from '../program/run-query.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatLength } from '../program/times.ts';
import { formatError } from './format-value.ts';

const { workflow, since, until, attribute } = RUN_FILTERS;

/** The command `errors`. */
export const errorsCommand: CliCommand = {
  name: 'errors',
  summary: 'shows what fails: one cause or many',
  details:
    'Failures that look alike are one entry, whatever numbers and ids their messages have. The latest come first.',
  examples: ['errors --since 1h', 'errors --workflow order --json'],
  options: { workflow, since, until, attribute, ...OPERATIONS_OPTIONS, ...JSON_OPTION },
  run: (given) =>
    withOperations(given, async (operations) => {
      const found = await operations.errorGroups(readRunQuery(given));
      if (wantsJson(given)) {
        printJson(found);
        return 0;
      }
      if (found.groups.length === 0) console.log('Nothing has failed.');
      const now = Date.now();
      for (const group of found.groups) for (const line of formatGroup(group, now)) console.log(line);
      if (!found.isComplete) console.log(paint('gray', 'Older runs were not looked at: see them with --until.'));
      return 0;
    }),
};

function formatGroup(group: ErrorGroupItem, now: number): string[] {
  const { error, shortName, failed, retrying, firstAt, lastAt, runIds } = group;
  const ago = (at: string): string => `${formatLength(now - Date.parse(at))} ago`;
  const counts = [...(failed > 0 ? [`${failed} failed`] : []), ...(retrying > 0 ? [`${retrying} retrying`] : [])];
  return [
    paint('red', formatError(error)),
    `    ${shortName}: ${counts.join(', ')}, last ${ago(lastAt)}, first ${ago(firstAt)}`,
    `    ${paint('gray', runIds.join(' '))}`,
    '',
  ];
}
