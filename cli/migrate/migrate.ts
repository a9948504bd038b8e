/** `workflow migrate`: moves a project here from the other npm package named `workflow`. */
import { paint } from '../program/colours.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { FOLDER_OPTIONS, readRealRoot } from '../program/project-options.ts';
import { EDIT_OPTIONS, showEdits, writeEdits } from '../program/proposed-edits.ts';
import { type Cell, formatTable } from '../program/table.ts';
import type { CompiledFile } from './compile-files.ts';
import type { PlannedMove } from './plan-move.ts';

/** The command `migrate`. */
export const migrateCommand: CliCommand = {
  name: 'migrate',
  summary: 'moves a project here from the other npm package named workflow, and says what differs',
  details:
    'It rewrites imports, package.json and .env files. It shows every change and asks before it writes. ' +
    'The tables of a store: see `workflow migrate-store --help`.',
  examples: ['migrate --dry-run', 'migrate --yes'],
  options: { root: FOLDER_OPTIONS.root, ...EDIT_OPTIONS, ...JSON_OPTION },
  async run(given) {
    const { planMove } = await import('./plan-move.ts');
    const { project, ...plan } = await planMove(readRealRoot(given));
    const isJson = wantsJson(given);
    if (!isJson && plan.edits.length > 0) showEdits(plan.edits);
    if (!isJson) showOutcome(plan);
    const { rootDir, packageManager } = project;
    const isWritten = await writeEdits(given, { command: 'migrate', rootDir, edits: plan.edits });
    if (isJson) printJson({ written: isWritten, ...plan });
    else if (isWritten) showNext(packageManager);
    const isDone = isWritten || plan.edits.length === 0 || given.options.has('dry-run');
    return isDone && plan.files.every(({ errors }) => errors.length === 0) ? 0 : 1;
  },
};

const COLUMNS = [{ title: 'FILE' }, { title: 'WORKFLOWS' }, { title: 'STEPS' }, { title: 'RESULT' }];

function showOutcome({ edits, differences, files }: Omit<PlannedMove, 'project'>): void {
  if (edits.length === 0) console.log('Nothing is left to rewrite.\n');
  if (files.length > 0) console.log(`${formatTable(COLUMNS, files.map(toRow)).join('\n')}\n`);
  for (const { path, errors, warnings } of files)
    for (const text of [...errors, ...warnings]) console.log(`${paint('bold', path)}\n${text}\n`);
  if (differences.length === 0) return;
  console.log('Look at these yourself:');
  for (const { at, found, instead } of differences) console.log(`  ${at}  ${found}: ${instead}`);
  console.log('');
}

function toRow({ path, workflows, steps, errors, warnings }: CompiledFile): Cell[] {
  const result: Cell =
    errors.length > 0
      ? { text: 'does not compile', style: 'red' }
      : warnings.length > 0
        ? { text: `compiles, ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`, style: 'yellow' }
        : { text: 'compiles', style: 'green' };
  return [path, String(workflows), String(steps), result];
}

function showNext(packageManager: string): void {
  console.log(`Next:
1. ${packageManager} install
2. npx workflow check
3. Start the application as before. Runs do not move: let those of the other package end where they began.
What means something else here is in docs/moving.md.`);
}
