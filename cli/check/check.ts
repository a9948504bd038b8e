/** `workflow check`: what the editor says, for the command line and for CI. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { SourceWatcher } from '../../integrations/shared/watch-sources.ts';
import { findProjectRoot } from '../../integrations/shared/project-root.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import type { Command, GivenArguments } from '../command.ts';
import { cliError } from '../messages.ts';
import { FOLDER_OPTIONS, readNumber } from '../project-options.ts';
import { untilToldToEnd } from '../until-told-to-end.ts';
import type { Report } from './report.ts';

/** More warnings than anybody has. */
const WARNINGS_MAX = 1_000_000;
const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;
type Format = (typeof FORMATS)[number];

export const checkCommand: Command = {
  name: 'check',
  operand: '[path]',
  summary: 'finds mistakes in workflows and steps, as the editor does; ends with 1 when there are errors',
  options: {
    root: FOLDER_OPTIONS.root,
    project: { value: '<file>', help: 'tsconfig.json of the project, from the root (default: tsconfig.json)' },
    format: { value: '<name>', help: `one of ${FORMATS.join(', ')} (default: pretty)` },
    fix: { help: 'mends what can be mended without a decision, and reports the rest' },
    hints: { help: 'reports hints too' },
    'max-warnings': { value: '<number>', help: 'ends with 1 when there are more warnings (default: any number)' },
    watch: { help: 'checks again whenever a source changes' },
    explain: { value: '<code>', help: 'tells what a code means, with a wrong and a right example' },
  },
  async run(given) {
    const code = given.options.get('explain');
    if (code !== undefined) return (await import('../explain.ts')).printExplanation(code);
    return await check(given);
  },
};

async function check(given: GivenArguments): Promise<number> {
  const { options, operand } = given;
  const format = readFormat(options.get('format') ?? 'pretty');
  const maxWarnings = readNumber(given, 'max-warnings', { min: 0, max: WARNINGS_MAX }) ?? WARNINGS_MAX;
  const rootDir = realpathSync(resolve(options.get('root') ?? findProjectRoot()));
  // Not before it is needed: other commands start in half the time without compiler and TypeScript.
  const [{ openProject }, { runCheck }, { ChangedFiles }] = await Promise.all([
    import('../../ts-plugin/analysis/hosts/open-project.ts'),
    import('./run-check.ts'),
    import('./changed-files.ts'),
  ]);
  const opened = await openProject({ rootDir, tsconfig: options.get('project') ?? 'tsconfig.json' });
  for (const problem of opened.problems) console.error(problem.message);
  const choices = {
    mends: options.has('fix'),
    showsHints: options.has('hints'),
    only: operand && realpathSync(operand),
  };
  const looksAgain = options.has('watch') || options.has('fix');
  const changes = looksAgain ? new ChangedFiles(opened.project) : null;
  const look = async (): Promise<number> => {
    const report = await runCheck(opened, { changes, ...choices });
    const text = await formatReport(report, format);
    if (text) console.log(text);
    return isGood(report, maxWarnings) ? 0 : 1;
  };
  try {
    if (!options.has('watch')) return await look();
    await watch(rootDir, look);
    return 0;
  } finally {
    opened.close();
  }
}

/** @throws `cli_option_invalid`. */
function readFormat(found: string): Format {
  const format = FORMATS.find((name) => name === found);
  if (format) return format;
  throw cliError('cli_option_invalid', {
    option: '--format',
    expected: `one of ${FORMATS.join(', ')}`,
    found: `"${found}"`,
  });
}

async function formatReport(report: Report, format: Format): Promise<string> {
  switch (format) {
    case 'pretty':
      return (await import('./format-pretty.ts')).formatPretty(report);
    case 'json':
      return (await import('./format-json.ts')).formatJson(report);
    case 'github':
      return (await import('./format-github.ts')).formatGithub(report);
    case 'sarif':
      return (await import('./format-sarif.ts')).formatSarif(report, VERSION);
  }
}

function isGood({ findings }: Report, maxWarnings: number): boolean {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return findings.every(({ severity }) => severity !== 'error') && warnings <= maxWarnings;
}

/** One look at a time; what changes meanwhile causes another one. */
async function watch(rootDir: string, look: () => Promise<unknown>): Promise<void> {
  let last = look();
  const watcher = new SourceWatcher({
    folders: [rootDir],
    onChange: () => (last = last.then(look)),
  });
  await untilToldToEnd();
  watcher.close();
  await last;
}
