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
import { spawnSync } from 'node:child_process';
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

if (options.list) printList();
else if (options.all) await run(['gate', ...Object.keys(LANES)]);
else if (options['for-change']) await run(lanesForChange(positionals[0] ?? 'HEAD~1'));
else await runNamed();

async function runNamed(): Promise<void> {
  const isLane = (argument: string): boolean => lanesNamed(argument).length > 0;
  const names = positionals.filter(isLane).flatMap(lanesNamed);
  if (names.length > 0) {
    await run(
      names,
      positionals.filter((argument) => !isLane(argument)),
    );
  } else {
    console.error(`Which lane? One or several of: ${Object.keys(LANES).join(', ')}`);
    process.exitCode = 1;
  }
}

/** The lane of that name, or all whose names begin with it. */
function lanesNamed(name: string): string[] {
  return name in LANES ? [name] : Object.keys(LANES).filter((lane) => lane.startsWith(`${name}-`));
}

function lanesForChange(commit: string): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--name-only', commit, '--'], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`git finds no change since "${commit}": ${stderr.trim()}\nFix: name a commit, for example HEAD~1`);
    process.exit(1);
  }
  const called = new Set(stdout.split('\n').filter(Boolean).flatMap(lanesForFile));
  const lanes = Object.keys(LANES).filter((lane) => called.has(lane));
  console.log(lanes.length === 0 ? 'No lane: the gate is enough.' : `Lanes: ${lanes.join(', ')}`);
  return lanes;
}

async function run(names: string[], args: string[] = []): Promise<void> {
  if (names.includes('gate')) await setUp();
  if (options.newest) process.env['FRAMEWORKS_NEWEST'] = '1';
  const outcomes: [string, TestOutcome][] = [];
  for (const name of names) {
    console.log(`\n=== ${name}`);
    outcomes.push([name, await runTests(name === 'gate' ? GATE : LANES[name]!.projects, args)]);
  }
  if (outcomes.length > 0) printTable(outcomes);
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
