/**
 * Tests by lane, one after the other:
 *
 *     npm run test:lane -- <name> ... [--newest] [-- <arguments of vitest>]
 *     npm run test:lane -- --list
 *     npm run test:lane -- --for-change [<commit>]    those that the change since that commit calls for
 *     npm run test:all                                the gate and all lanes
 *
 * `frameworks` stands for all lanes whose names begin so. `--newest` takes what the registry has today; without it lock
 * files decide. Goes on after failures, and ends with a table.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { GATE, LANES, lanesForFile } from '../test/lanes.ts';
import { type TestOutcome, runTests } from './run-tests.ts';
import { setUp } from './setup.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    newest: { type: 'boolean', default: false },
    'for-change': { type: 'boolean', default: false },
  },
});
const isLane = (argument: string): boolean => lanesNamed(argument).length > 0;

if (options.list) printList();
else if (options.all) await runAll(['gate', ...Object.keys(LANES)], []);
else if (options['for-change']) await runAll(lanesForChange(positionals[0] ?? 'HEAD~1'), []);
else
  await runAll(
    positionals.filter(isLane).flatMap(lanesNamed),
    positionals.filter((argument) => !isLane(argument)),
  );

/** The lane of that name, or all whose names begin with it. */
function lanesNamed(name: string): string[] {
  return name in LANES ? [name] : Object.keys(LANES).filter((lane) => lane.startsWith(`${name}-`));
}

function lanesForChange(commit: string): string[] {
  const changed = execFileSync('git', ['diff', '--name-only', commit], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const called = new Set(changed.flatMap(lanesForFile));
  console.log(called.size === 0 ? 'No lane: the gate is enough.' : `Lanes: ${[...called].join(', ')}`);
  return Object.keys(LANES).filter((lane) => called.has(lane));
}

async function runAll(names: string[], args: string[]): Promise<void> {
  if (names.length === 0 && !options['for-change']) {
    console.error(`Which lane? One or several of: ${Object.keys(LANES).join(', ')}`);
    process.exitCode = 1;
    return;
  }
  await setUp();
  if (options.newest) process.env['FRAMEWORKS_NEWEST'] = '1';
  const outcomes: [string, TestOutcome][] = [];
  for (const name of names) {
    console.log(`\n=== ${name}`);
    const projects = name === 'gate' ? GATE : LANES[name]!.projects;
    outcomes.push([
      name,
      await runTests(
        projects.map((project) => project.name),
        args,
      ),
    ]);
  }
  printTable(outcomes);
  if (outcomes.some(([, { ok }]) => !ok)) process.exitCode = 1;
}

function printList(): void {
  const width = Math.max(...Object.keys(LANES).map(({ length }) => length));
  for (const [name, { what }] of Object.entries(LANES)) console.log(`${name.padEnd(width)}  ${what}`);
}

function printTable(outcomes: [string, TestOutcome][]): void {
  console.log('\n| lane | passed | failed | skipped | second tries | minutes |\n|---|---|---|---|---|---|');
  for (const [name, { ok, passed, failed, skipped, secondTries, seconds }] of outcomes) {
    const cells = [ok ? name : `**${name}**`, passed, failed, skipped, secondTries.length, (seconds / 60).toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
