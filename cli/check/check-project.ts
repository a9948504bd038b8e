/** Opens a project, finds what is wrong in it, and prints that. */
import { resolve } from 'node:path';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import { SourceWatcher } from '../../integrations/shared/watch-sources.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import { BuildInspector } from '../../ts-plugin/analysis/hosts/build-inspector.ts';
import { type OpenProject, openProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import type { GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { readNumber, readRealPath, readRealRoot } from '../program/project-options.ts';
import { untilToldToEnd } from '../program/until-told-to-end.ts';
import { ChangedFiles } from './changed-files.ts';
import { FORMATS } from './check.ts';
import { type CheckChoices, findFindings } from './find-findings.ts';
import { formatGithub } from './format-github.ts';
import { formatPretty } from './format-pretty.ts';
import { formatSarif } from './format-sarif.ts';
import { type Report, countOf, createReport } from './report.ts';

/** More warnings than any project has. */
const WARNINGS_MAX = 1_000_000;

type Format = (report: Report) => string;

const FORMATTERS: Readonly<Record<(typeof FORMATS)[number], Format>> = {
  pretty: formatPretty,
  // For programs, so `version` changes when the form does.
  json: ({ typescript, files, findings }) => JSON.stringify({ version: 1, typescript, files, findings }, null, 2),
  github: formatGithub,
  sarif: (report) => formatSarif(report, VERSION),
};

/**
 * Checks a project once, or until a signal ends it.
 * @returns The exit code: 1 for errors, or for more warnings than `--max-warnings` allows.
 * @throws `cli_option_invalid`, `cli_path_missing`.
 */
export async function checkProject(given: GivenArguments): Promise<number> {
  const { options, operand } = given;
  const format = readFormat(options.get('format') ?? 'pretty');
  const maxWarnings = readNumber(given, 'max-warnings', { min: 0, max: WARNINGS_MAX }) ?? WARNINGS_MAX;
  const rootDir = readRealRoot(given);
  const choices: CheckChoices = {
    fixes: options.has('fix'),
    showsHints: options.has('hints'),
    only: operand && readRealPath(operand),
  };
  const opened = await openProject({ rootDir, tsconfig: readTsconfig(rootDir, options.get('project')) });
  for (const problem of opened.problems) console.error(problem.message);
  const look = createLook(opened, { choices, format, maxWarnings, repeats: options.has('watch') });
  try {
    if (!options.has('watch')) return await look();
    await watch(rootDir, look);
    return 0;
  } finally {
    opened.close();
  }
}

interface LookOptions {
  choices: CheckChoices;
  format: Format;
  maxWarnings: number;
  repeats: boolean;
}

/** One look at the project: prints the report, and gives the exit code. */
function createLook(
  opened: OpenProject,
  { choices, format, maxWarnings, repeats }: LookOptions,
): () => Promise<number> {
  const changes = repeats || choices.fixes ? new ChangedFiles(opened.project) : null;
  const build = new BuildInspector(opened.project, { tryBundle: loadAsRunsDo });
  return async () => {
    const { paths, findings } = await findFindings(opened, { changes, build, ...choices });
    const { project, typescript, tsconfig } = opened;
    const report = createReport({ project, typescript, tsconfig, paths, findings });
    const text = format(report);
    if (text) console.log(text);
    const isSound = !opened.problems.some(({ code }) => code === 'setting_tsconfig_broken');
    return isSound && countOf(report, 'error') === 0 && countOf(report, 'warning') <= maxWarnings ? 0 : 1;
  };
}

/** @throws `cli_option_invalid`. */
function readFormat(found: string): Format {
  const name = FORMATS.find((one) => one === found);
  if (name) return FORMATTERS[name];
  const expected = `one of ${FORMATS.join(', ')}`;
  throw cliError('cli_option_invalid', { option: '--format', expected, found: `"${found}"` });
}

/** A project may have no tsconfig.json; a file that somebody names must be there. @throws `cli_path_missing`. */
function readTsconfig(rootDir: string, given: string | undefined): string {
  return given === undefined ? 'tsconfig.json' : readRealPath(resolve(rootDir, given));
}

/** One look at a time; changes during a look cause one more. */
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
