/**
 * Processor time, memory and end of the processes below one process, from `/proc`. Elsewhere than on Linux there seem
 * to be none, which makes the figures of a system with a database server too good there.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time for user space in hundredths of a second on every architecture. */
const TICK_MS = 10;

interface ProcessStat {
  pid: number;
  parentPid: number;
  /** Its own time and that of its children that have ended. */
  cpuMs: number;
}

/** User and system time of all processes below `pid`, without `pid` itself, since they began. */
export function descendantsCpuMs(pid: number): number {
  return descendants(pid).reduce((sum, child) => sum + child.cpuMs, 0);
}

/** Memory of all processes below `pid`; what they share counts once. 0 where the system does not tell. */
export function descendantsMemoryBytes(pid: number): number {
  return descendants(pid).reduce((sum, child) => sum + proportionalBytes(child.pid), 0);
}

/** Ends `pid` and all processes below it, at once. */
export function killTree(pid: number): void {
  for (const victim of [...descendants(pid).map((child) => child.pid), pid]) {
    try {
      process.kill(victim, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

function descendants(pid: number): ProcessStat[] {
  const all = listProcesses();
  const below = (parentPid: number): ProcessStat[] =>
    all.filter((child) => child.parentPid === parentPid).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

function listProcesses(): ProcessStat[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
}

function readStat(pid: number): ProcessStat[] {
  const text = readProc(`/proc/${pid}/stat`);
  // The second field is the name in parentheses, and may hold any character: the fields are counted from its end.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parentPid] = fields;
  if (parentPid === undefined) return [];
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return [{ pid, parentPid, cpuMs: ticks * TICK_MS }];
}

function proportionalBytes(pid: number): number {
  const match = /^Pss:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/smaps_rollup`));
  return match ? Number(match[1]) * 1024 : 0;
}

/** Empty when the process has ended or is not ours to look into. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
