/** Writes an export. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportRuns, freezeStore, type ExportSelection } from '../../runtime/entries/moving.ts';
import type { World } from '../../runtime/entries/runtime.ts';
import type { GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { withStore } from '../program/chosen-store.ts';
import { createProgress } from './progress.ts';

/** It holds the secret and all values of a store. */
const OWNER_ONLY = 0o600;
/** Lines are written together, so many characters at a time. */
const WRITE_SIZE = 256 * 1024;
const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

/**
 * @throws `cli_option_invalid`, `cli_argument_missing`, `cli_file_exists`, `cli_file_unwritable`, and the errors of
 *   `exportRuns`.
 */
export async function exportStore(given: GivenArguments): Promise<number> {
  const { options } = given;
  const selection = readSelection(given);
  if (options.has('thaw')) return await withStore(given, false, thaw);
  const file = given.operand === null || given.operand === '-' ? null : resolve(given.operand);
  if (file === null && process.stdout.isTTY)
    throw cliError('cli_argument_missing', { command: 'export', form: '<file>' });
  if (file !== null && existsSync(file)) throw cliError('cli_file_exists', { file });
  // Each write tells its own error.
  process.stdout.on('error', () => undefined);
  const runs = await withStore(given, false, async (world) => {
    if (options.has('freeze')) await freezeStore(world, Date.now());
    return file === null ? await write(world, selection, writeToPipe) : await writeFile(world, selection, file);
  });
  // Behind a pipe stdout has the export.
  const print = file === null ? console.error : console.log;
  if (options.has('json')) print(JSON.stringify({ version: 1, file, runs }));
  else print(`Exported ${runs} runs${file === null ? '' : ` to ${file}`}.`);
  if (options.has('freeze')) console.error('The store is closed. `workflow export --thaw` opens it again.');
  return 0;
}

async function thaw(world: World): Promise<number> {
  await world.moves().endHold();
  console.log('The store is open again. Runs that have gone to another store must not go on in both.');
  return 0;
}

/** The file gets its name when it is whole. @throws `cli_file_unwritable`. */
async function writeFile(world: World, selection: ExportSelection, file: string): Promise<number> {
  const unnamed = `${file}.${process.pid}.part`;
  const handle = await open(unnamed, 'wx', OWNER_ONLY).catch((error: unknown) => fail(file, error));
  try {
    const runs = await write(world, selection, (text) =>
      handle.writeFile(text).catch((error: unknown) => fail(file, error)),
    );
    await handle.sync().catch((error: unknown) => fail(file, error));
    renameSync(unnamed, file);
    return runs;
  } finally {
    await handle.close();
    rmSync(unnamed, { force: true });
  }
}

/** @throws `cli_file_unwritable` when the reader has gone. */
async function writeToPipe(text: string): Promise<void> {
  const { stdout } = process;
  const { promise, resolve: written } = Promise.withResolvers<Error | null | undefined>();
  stdout.write(text, written);
  const error = await promise;
  if (error) fail('to the pipe', error);
}

const fail = (file: string, error: unknown): never => {
  throw cliError('cli_file_unwritable', { file, reason: (error as Error).message }, error);
};

async function write(
  world: World,
  selection: ExportSelection,
  target: (text: string) => Promise<void>,
): Promise<number> {
  let runs = 0;
  let text = '';
  const tell = createProgress('Exported');
  const onProgress = (count: number, all: number): void => {
    runs = count;
    tell(count, all);
  };
  for await (const line of exportRuns(world, selection, { now: Date.now(), onProgress })) {
    text += `${line}\n`;
    if (text.length < WRITE_SIZE) continue;
    await target(text);
    text = '';
  }
  await target(text);
  return runs;
}

/** @throws `cli_option_invalid`. */
function readSelection({ options }: GivenArguments): ExportSelection {
  const status = options.get('status')?.split(',') as (typeof STATUSES)[number][] | undefined;
  const wrong = status?.find((one) => !STATUSES.includes(one));
  if (wrong !== undefined) throw invalid('status', `some of ${STATUSES.join(', ')}`, wrong);
  const workflowId = options.get('workflow');
  const runIds = options.get('run')?.split(',');
  const [createdFrom, createdUntil] = [readTime(options, 'created-after'), readTime(options, 'created-before')];
  const attributes = readAttribute(options.get('attribute'));
  return {
    ...(status && { statuses: status }),
    ...(workflowId !== undefined && { workflowId: workflowId as never }),
    ...(runIds && { runIds: runIds as never }),
    ...(createdFrom !== null && { createdFrom }),
    ...(createdUntil !== null && { createdUntil }),
    ...(attributes && { attributes }),
  };
}

function readTime(options: GivenArguments['options'], name: string): number | null {
  const found = options.get(name);
  if (found === undefined) return null;
  const time = Date.parse(found);
  if (Number.isNaN(time)) throw invalid(name, 'a time such as 2026-11-24 or 2026-11-24T08:00:00Z', found);
  return time;
}

function readAttribute(found: string | undefined): ExportSelection['attributes'] {
  if (found === undefined) return undefined;
  const at = found.indexOf('=');
  if (at < 1) throw invalid('attribute', 'written name=value', found);
  const text = found.slice(at + 1);
  const value = /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? (JSON.parse(text) as boolean | number) : text;
  return { [found.slice(0, at)]: value };
}

const invalid = (option: string, expected: string, found: string): Error =>
  cliError('cli_option_invalid', { option: `--${option}`, expected, found: `"${found}"` });
