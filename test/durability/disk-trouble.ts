/** Ways in which the disk under a running process refuses to store anything, and how to make it well again. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export interface DiskTrouble {
  /** The trouble in words. */
  name: string;
  /** The error that the store names it by. */
  code: RegExp;
  /** Resolves when nothing can be stored any more, to what ends that, also when the process has ended. */
  begin(pid: number): Promise<() => Promise<void>>;
}

const limitFiles = (pid: number, bytesMax: string): void =>
  void spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytesMax}:unlimited`]);

/** Lets system calls of a running process fail. */
async function failCalls(
  pid: number,
  { calls, error }: { calls: string; error: string },
): Promise<() => Promise<void>> {
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const tracer = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', ...inject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const detached = once(tracer, 'exit');
  // It says "attached" when it has all threads.
  await once(tracer.stderr, 'data');
  return async () => {
    tracer.kill('SIGINT');
    await detached;
  };
}

/** Enough for the ledger of a test, too little for the log of its store. */
const FILE_BYTES_MAX = 256 * 1024;

export const FILE_LIMIT: DiskTrouble = {
  name: 'no file may grow',
  code: /world_io_failed|world_disk_full/,
  begin: async (pid) => {
    limitFiles(pid, String(FILE_BYTES_MAX));
    return async () => limitFiles(pid, 'unlimited');
  },
};

export const DISK_FULL: DiskTrouble = {
  name: 'the disk is full',
  code: /world_disk_full/,
  begin: (pid) => failCalls(pid, { calls: 'pwrite64,ftruncate', error: 'ENOSPC' }),
};

export const SYNC_FAILS: DiskTrouble = {
  name: 'the disk does not confirm what it got',
  code: /world_io_failed/,
  begin: (pid) => failCalls(pid, { calls: 'fsync,fdatasync', error: 'EIO' }),
};
