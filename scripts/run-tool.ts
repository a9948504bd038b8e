/** The programs of the dependencies, run with the Node that runs this script. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');

export interface Tool {
  /** Its name in `node_modules/.bin`. */
  name: string;
  args: string[];
  /** Directory to run it in. Default: the root of the repository. */
  cwd?: string;
  /** True: its output is kept and returned. False: it goes where ours goes. */
  isQuiet: boolean;
}

/** Runs a tool to its end; it ends when this process is told to. `output` is empty unless the tool is quiet. */
export async function runTool({ name, args, cwd = ROOT, isQuiet }: Tool): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/.bin', name), ...args], {
    cwd,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop).once('SIGTERM', stop);
  try {
    const [[code], ...output] = await Promise.all([
      once(child, 'close'),
      ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
    ]);
    return { ok: code === 0, output: output.join('') };
  } finally {
    process.off('exit', stop).off('SIGTERM', stop);
  }
}
