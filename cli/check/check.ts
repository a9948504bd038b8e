/** `workflow check`: the findings of the editor, for the command line and for CI. */
import type { CliCommand } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { DIRS_OPTION, FOLDER_OPTIONS, STORE_OPTIONS } from '../program/project-options.ts';

/** The values of `--format`. */
export const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;

/** Options for the comparison of builds: findings have no use for them. */
const ONLY_AGAINST = ['dirs', 'out-dir', 'data-dir', 'database'];

/** The command `check`. */
export const checkCommand: CliCommand = {
  name: 'check',
  operand: '[path]',
  summary: 'finds mistakes in workflows and steps, as the editor does; ends with 1 when there are errors',
  details:
    'With --against it finds changes of steps that runs would have to wait for, and ends with 1 when there are any.',
  options: {
    root: FOLDER_OPTIONS.root,
    project: { value: '<file>', help: 'tsconfig.json of the project, relative to the root (default: tsconfig.json)' },
    format: { value: '<name>', help: `one of ${FORMATS.join(', ')} (default: pretty)` },
    fix: { help: 'applies the fixes that need no decision, and reports the rest' },
    hints: { help: 'reports hints too' },
    'max-warnings': { value: '<number>', help: 'ends with 1 when there are more warnings (default: any number)' },
    watch: { help: 'checks again whenever a source changes' },
    explain: { value: '<code>', help: 'explains a code, with a wrong and a right example' },
    against: {
      value: '<what>',
      help: 'compares the steps with those that runs call: folder of a build or a store, or address of an application or a database',
    },
    dirs: { ...DIRS_OPTION.dirs, help: `with --against: ${DIRS_OPTION.dirs.help}` },
    'out-dir': { value: '<folder>', help: 'with --against: folder of the new build (default: builds the project)' },
    'data-dir': { ...STORE_OPTIONS['data-dir'], help: `with --against: ${STORE_OPTIONS['data-dir'].help}` },
    database: { ...STORE_OPTIONS.database, help: `with --against: ${STORE_OPTIONS.database.help}` },
  },
  // Loaded late: without compiler and TypeScript other commands start in half the time.
  async run(given) {
    const code = given.options.get('explain');
    if (code !== undefined) return (await import('../explain/print-explanation.ts')).printExplanation(code);
    if (given.options.has('against')) return (await import('./against/check-against.ts')).checkAgainst(given);
    const unused = ONLY_AGAINST.find((option) => given.options.has(option));
    if (unused !== undefined) {
      const expected = 'given together with --against';
      throw cliError('cli_option_invalid', { option: `--${unused}`, expected, found: 'given alone' });
    }
    return (await import('./check-project.ts')).checkProject(given);
  },
};
