/** `npm start`, as tests call it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const START = join(import.meta.dirname, '../start.ts');

/** Begins it. */
export const beginStart = (...args: string[]) =>
  spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });

/** Calls it and waits for its end. */
export async function callStart(
  ...args: string[]
): Promise<{ shown: string; complaints: string; code: number | null }> {
  const child = beginStart(...args);
  const [shown, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { shown, complaints, code: code as number | null };
}
