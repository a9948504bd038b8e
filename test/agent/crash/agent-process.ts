/** A real process that runs the project of the crash tests, until it is killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunId } from '../../../runtime/contract/ids.ts';
import { WORKFLOW_ID } from './crash-project.ts';

export interface AgentProcessOptions {
  /** Of the project. */
  dir: string;
  dataDir: string;
  env: Readonly<Record<string, string>>;
}

interface ChildAnswer {
  id: string;
  runId?: RunId;
}

export class AgentProcess {
  readonly #child: ChildProcess;
  readonly #answers = new Map<string, (answer: ChildAnswer) => void>();
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit');
    child.on('message', (answer: ChildAnswer) => this.#answers.get(answer.id)?.(answer));
  }

  /** Resolves when it runs what is in the store. */
  static async start({ dir, dataDir, env }: AgentProcessOptions): Promise<AgentProcess> {
    const child = fork(join(dir, 'child.mjs'), [], {
      cwd: dir,
      env: { ...process.env, ...env, DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(dir, 'compiled') },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started = new AgentProcess(child);
    await started.#answerTo('up');
    return started;
  }

  async ask(question: string): Promise<RunId> {
    const answer = this.#answerTo(question);
    this.#child.send({ id: question, question, workflow: { workflowId: WORKFLOW_ID } });
    return (await answer).runId!;
  }

  /** Says yes to a call that waits. A process that was killed does not hear it. */
  approve(approvalId: string): void {
    if (this.#child.connected) this.#child.send({ approvalId }, () => {});
  }

  /** Resolves when nothing of it is left. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #answerTo(id: string): Promise<ChildAnswer> {
    const answer = new Promise<ChildAnswer>((resolve) => this.#answers.set(id, resolve));
    const ended = this.#ended.then(() => Promise.reject(new Error('The process ended before it answered.')));
    return await Promise.race([answer, ended]);
  }
}
