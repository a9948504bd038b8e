/** Questions on a terminal. */
import { createInterface } from 'node:readline/promises';

/** Asks a question that only `y` or `yes` answers. The end of the input, and Ctrl-C, mean no. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  terminal.once('close', () => ended.abort()).once('SIGINT', () => terminal.close());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: ended.signal });
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } catch {
    process.stderr.write('\n');
    return false;
  } finally {
    terminal.close();
  }
}
