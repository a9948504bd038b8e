/** A process's work on its files, system call by system call, as strace saw it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type FileOperation =
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /** Everything that was written to the file before is on the disk now. */
  | { kind: 'sync'; file: string };

/** Data up to this length is in the trace. Only zeros are ever written in larger pieces, see `reserveLog`. */
const DATA_BYTES_MAX = 8_192;

/** Whether processes can be traced here. */
export const canTrace = (): boolean => spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/**
 * Runs a script to its end and gives what it did to files, in order; of calls at the same time in the order in which
 * they began.
 */
export function traceScript(script: URL, args: readonly string[], traceFile: string): FileOperation[] {
  const calls = 'trace=pwrite64,write,ftruncate,fdatasync,fsync';
  const flags = ['-f', '-qq', '-y', '-xx', '-s', String(DATA_BYTES_MAX), '-e', calls, '-e', 'signal=none'];
  execFileSync('strace', [...flags, '-o', traceFile, process.execPath, script.pathname, ...args], { stdio: 'pipe' });
  return readTrace(readFileSync(traceFile, 'latin1'));
}

/** A line is a whole call, or the beginning of one, or the end of one that another line began. */
const LINE = /^(?<pid>\d+) +(?:<\.\.\. (?<resumed>\w+) resumed>|(?<name>\w+)\()(?<rest>.*)$/;

function readTrace(text: string): FileOperation[] {
  const operations: FileOperation[] = [];
  const syncsUnderWay = new Map<string, string>();
  for (const line of text.split('\n')) {
    const { pid, resumed, name, rest } = LINE.exec(line)?.groups ?? {};
    if (pid === undefined || rest === undefined) continue;
    const isSync = /^f(data)?sync$/.test(resumed ?? name ?? '');
    if (isSync) {
      // A sync counts when it has returned, and then for what was written before it began: its thread did nothing else.
      const file = resumed ? syncsUnderWay.get(pid)! : toFile(rest);
      syncsUnderWay.set(pid, file);
      if (rest.endsWith('= 0')) operations.push({ kind: 'sync', file });
    } else if (name) {
      const operation = readChange(name, rest);
      if (operation) operations.push(operation);
    }
  }
  return operations;
}

/** The file of a descriptor such as `23</data/workflow.db>`, whose path strace writes in hexadecimal. */
const toFile = (rest: string): string => toBytes(/^\d+<([^>]*)>/.exec(rest)?.[1] ?? '').toString();

const toBytes = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

const WRITE = /^\d+<[^>]*>, "(?<data>[^"]*)"(?<isCut>\.\.\.)?, (?<length>\d+)(?:, (?<at>\d+))?/;
const TRUNCATE = /^\d+<[^>]*>, (?<size>\d+)/;

function readChange(name: string, rest: string): FileOperation | null {
  const file = toFile(rest);
  if (name === 'ftruncate') return { kind: 'truncate', file, size: Number(TRUNCATE.exec(rest)!.groups!['size']) };
  const { data, isCut, length, at } = WRITE.exec(rest)?.groups ?? {};
  if (data === undefined) return null;
  const bytes = toBytes(data);
  if (isCut && bytes.some((byte) => byte !== 0))
    throw new Error(`${length} bytes for ${file} are not all in the trace`);
  return { kind: 'write', file, at: Number(at ?? 0), bytes: isCut ? Buffer.alloc(Number(length)) : bytes };
}
