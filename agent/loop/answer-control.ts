/** How the outside reaches an answer: it is stopped, gets messages, or is resumed after its budget was used up. */
import { createHook, sleep } from 'workflow';
import type { ModelMessage } from 'ai';
import type { AgentHookMetadata, ControlMessage } from '../contract/control.ts';
import { isEndOfRun } from '../tools/execute-tool.ts';
import { findMessageFault } from './check-options.ts';

/** How long an aborted call of the model may take to hand over what it has. */
const ABORT_GRACE_MS = 5000;

/** Everything that can end or steer an answer. */
export interface AnswerControlOptions {
  messageId: string;
  /** `null`: the answer listens to nobody, as a sub-agent does. */
  hook: { token: string | undefined } | null;
  abortSignal: AbortSignal | undefined;
  totalMs: number | undefined;
}

/** The message that ends a wait for more budget. */
export type Resumption = Extract<ControlMessage, { type: 'resume' }>;

/** Listens to the control hook, the abort signal and the time limit of one answer. Close it at the end. */
export class AnswerControl {
  readonly #abort = new AbortController();
  readonly #steering: ModelMessage[] = [];
  readonly #followUps: ModelMessage[] = [];
  #resumed: ((message: Resumption) => void) | null = null;
  #close: (() => void) | null = null;
  #failure: { error: unknown } | null = null;
  /** Rejects with the reason when the answer is aborted. */
  readonly aborted: Promise<never>;
  /**
   * Rejects a few seconds after the abort. By then a running model call has ended by itself and handed over its text; a
   * call that waits for its retry has not.
   */
  readonly overdue: Promise<never>;

  constructor({ messageId, hook, abortSignal, totalMs }: AnswerControlOptions) {
    this.aborted = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason));
    });
    this.overdue = this.aborted.catch(async (reason: unknown) => {
      await sleep(ABORT_GRACE_MS);
      throw reason;
    });
    if (abortSignal) this.#follow(abortSignal);
    if (totalMs !== undefined) this.#follow(AbortSignal.timeout(totalMs));
    if (hook) this.#listen(messageId, hook.token);
  }

  /** Fires when the answer is to end now. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Set when the answer cannot begin because its control token is taken. */
  get failure(): { error: unknown } | null {
    return this.#failure;
  }

  /** Whether the user has said something that the model has not seen. */
  get hasMessages(): boolean {
    return this.#steering.length + this.#followUps.length > 0;
  }

  takeSteering(): ModelMessage[] {
    return this.#steering.splice(0);
  }

  takeFollowUps(): ModelMessage[] {
    return this.#followUps.splice(0);
  }

  /** Resolves when somebody resumes the answer; rejects when it is aborted. */
  async untilResumed(): Promise<Resumption> {
    const { promise, resolve } = Promise.withResolvers<Resumption>();
    this.#resumed = resolve;
    return await Promise.race([promise, this.aborted]);
  }

  close(): void {
    this.#close?.();
  }

  #follow(signal: AbortSignal): void {
    if (signal.aborted) this.#abort.abort(signal.reason);
    else signal.addEventListener('abort', () => this.#abort.abort(signal.reason));
  }

  #listen(messageId: string, token: string | undefined): void {
    const metadata: AgentHookMetadata = { agent: 'control', messageId };
    const hook = createHook({ metadata, ...(token !== undefined && { token }) });
    this.#close = () => hook.dispose();
    void this.#takeMessages(hook);
  }

  async #takeMessages(hook: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const payload of hook) this.#take(readControlMessage(payload));
    } catch (error) {
      if (!isEndOfRun(error)) this.#failure = { error };
      this.#abort.abort(error);
    }
  }

  #take(message: ControlMessage | null): void {
    switch (message?.type) {
      case 'stop':
        this.#abort.abort(new DOMException(message.reason ?? 'It was stopped.', 'AbortError'));
        return;
      case 'steer':
        this.#steering.push(message.message);
        return;
      case 'follow-up':
        this.#followUps.push(message.message);
        return;
      case 'resume':
        this.#resumed?.(message);
        return;
      default:
        console.warn('An agent was sent something that it does not understand, and goes on.');
    }
  }
}

/**
 * Reads a payload of the control hook. It may be anything: whoever has the token can send.
 * `null`: it is nothing that an agent understands.
 */
function readControlMessage(payload: unknown): ControlMessage | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { type, reason, message, budget } = payload as Record<string, unknown>;
  switch (type) {
    case 'stop':
      return typeof reason === 'string' ? { type, reason } : { type };
    case 'steer':
    case 'follow-up':
      return findMessageFault(message) === null ? (payload as ControlMessage) : null;
    case 'resume':
      return isBudget(budget) ? (payload as ControlMessage) : null;
    default:
      return null;
  }
}

function isBudget(budget: unknown): boolean {
  if (budget === undefined) return true;
  const { maxTokens, maxSteps } = (budget ?? {}) as Record<string, unknown>;
  return [maxTokens, maxSteps].every((value) => value === undefined || (typeof value === 'number' && value > 0));
}
