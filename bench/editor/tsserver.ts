/** A server of TypeScript, asked as editors ask it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

interface Answer {
  type: string;
  request_seq?: number;
  success?: boolean;
  message?: string;
  body?: unknown;
}

export interface EditorDiagnostic {
  start: { line: number; offset: number };
  text: string;
  code: number;
  source?: string;
}

export class TsServer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #seq = 0;

  /** @param typescript Folder of the package. @param rootDir Where plugins are looked for, too. */
  constructor(typescript: string, rootDir: string) {
    const args = [
      join(typescript, 'lib/tsserver.js'),
      '--pluginProbeLocations',
      rootDir,
      '--disableAutomaticTypingAcquisition',
    ];
    this.#child = spawn(process.execPath, args, { cwd: rootDir, stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const answer = JSON.parse(line) as Answer;
      if (answer.request_seq !== undefined) this.#waiting.get(answer.request_seq)?.(answer);
    });
  }

  open(file: string): void {
    this.#send('open', { file });
  }

  /** Everything that the server says of an open file. */
  async diagnostics(file: string): Promise<EditorDiagnostic[]> {
    const kinds = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync'];
    const found: EditorDiagnostic[] = [];
    for (const kind of kinds) found.push(...((await this.#ask(kind, { file })) as EditorDiagnostic[]));
    return found;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#send('exit', {});
    await ended;
  }

  async #ask(command: string, args: object): Promise<unknown> {
    const answer = await new Promise<Answer>((resolve) => this.#waiting.set(this.#send(command, args), resolve));
    if (!answer.success) throw new Error(`tsserver refused ${command}: ${answer.message}`);
    return answer.body;
  }

  #send(command: string, args: object): number {
    const seq = ++this.#seq;
    this.#child.stdin!.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`);
    return seq;
  }
}
