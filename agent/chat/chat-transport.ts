import type { ChatTransport, ModelMessage, UIMessage, UIMessageChunk } from 'ai';
import { RUN_ID_HEADER } from '../contract/control.ts';
import { openAnswerStream } from './answer-stream.ts';
import { ChatRequests } from './chat-requests.ts';
import { transportError } from './transport-messages.ts';
import type { ReconnectOptions, SendMessagesOptions, WorkflowChatTransportOptions } from './transport-options.ts';

/** Which chat a call is about. Default: the one that was used last. */
export interface ChatTarget {
  chatId?: string;
  runId?: string;
}

/** An approval, and the chat or run that it belongs to. */
export interface ApproveOptions extends ChatTarget {
  /** Of the part of the message that asks for it. */
  approvalId: string;
  approved: boolean;
  /** Told to the model. */
  reason?: string;
}

/** More budget for an agent that paused, and the chat or run that it belongs to. */
export interface ResumeOptions extends ChatTarget {
  budget?: { maxTokens?: number; maxSteps?: number };
}

/**
 * Transport for `useChat` of AI SDK 5, 6 and 7: `useChat({ transport: new WorkflowChatTransport({ version: 6 }) })`. A
 * connection that breaks off goes on where it was; with `resume: true` so does a page that is loaded again.
 */
export class WorkflowChatTransport<Message extends UIMessage = UIMessage> implements ChatTransport<Message> {
  /** For AI SDK 6 and 7: what {@link reconnectToStream} gives takes the place of what the page has of the message. */
  readonly resumeStreamIsReplay = true;
  readonly #options: WorkflowChatTransportOptions<Message>;
  readonly #requests: ChatRequests<Message>;
  /** The run of each chat. */
  readonly #runs = new Map<string, string>();
  /** The newest {@link reconnectToStream} of each chat. */
  readonly #resumes = new Map<string, object>();
  #lastChatId: string | null = null;

  constructor(options: WorkflowChatTransportOptions<Message> = {}) {
    this.#options = options;
    this.#requests = new ChatRequests(options);
  }

  /**
   * Sends the messages of a chat, and gives the chunks of the answer. Approvals in the last message go to the run that
   * waits for them.
   */
  async sendMessages(options: SendMessagesOptions<Message>): Promise<ReadableStream<UIMessageChunk>> {
    const { chatId } = options;
    const signal = options.abortSignal ?? new AbortController().signal;
    this.#lastChatId = chatId;
    // An aborted request may still have started a run, and only its response names that run.
    const sending = this.#requests.send(options, this.#stopsOnAbort ? new AbortController().signal : signal);
    const noted = sending.then((response) => this.#note(chatId, response));
    if (this.#stopsOnAbort) {
      onAbort(signal, async () => {
        const { run, response } = await noted;
        if (response.body?.locked === false) await response.body.cancel();
        await this.#requests.control(run ?? chatId, 'stop', {});
      });
    }
    const { response } = await untilAborted(noted, signal);
    await this.#options.onChatSendMessage?.(response, options);
    return this.#open(options, response, { isContinued: true, signal });
  }

  /**
   * The answer that a chat has under way, from its beginning or from `initialStartIndex`; `null` when there is none.
   */
  async reconnectToStream(options: ReconnectOptions): Promise<ReadableStream<UIMessageChunk> | null> {
    const { chatId } = options;
    const signal = options.abortSignal ?? new AbortController().signal;
    this.#lastChatId = chatId;
    const resume = {};
    this.#resumes.set(chatId, resume);
    if (this.#stopsOnAbort) {
      onAbort(signal, async () => {
        // A page that resumes again aborts the first time, as React does in development: nobody wants the agent to
        // stop.
        await nextTask();
        if (this.#resumes.get(chatId) === resume) await this.stop({ chatId });
      });
    }
    const place = { startIndex: this.#options.initialStartIndex ?? 0, isContinued: false };
    const response = await this.#requests.reconnect(options, undefined, place, signal);
    if (response.status === 204) return null;
    this.#note(chatId, response);
    return this.#open(options, response, { isContinued: false, signal });
  }

  /** Stops the agent. It ends its answer and keeps everything that it has said so far. */
  async stop({ reason, ...target }: ChatTarget & { reason?: string } = {}): Promise<void> {
    await this.#requests.control(this.#find(target), 'stop', { reason });
  }

  /**
   * Approves or denies a tool call. With AI SDK 6 and 7 use `addToolApprovalResponse` of useChat, which also takes up
   * the answer; after this call such a page resumes the stream. With version 5 the stream is still open and goes on.
   */
  async approve({ approvalId, approved, reason, ...target }: ApproveOptions): Promise<void> {
    await this.#requests.control(this.#find(target), 'approve', { approvalId, approved, reason });
  }

  /** Gives the agent a message while it works: text, or a message of the user. It comes before the next model call. */
  async steer(message: string | Message | ModelMessage, target: ChatTarget = {}): Promise<void> {
    await this.#requests.control(this.#find(target), 'steer', { message });
  }

  /** Gives the agent a message that it takes up when it would otherwise finish. */
  async followUp(message: string | Message | ModelMessage, target: ChatTarget = {}): Promise<void> {
    await this.#requests.control(this.#find(target), 'follow-up', { message });
  }

  /** Gives more budget to an agent that paused, so that it goes on. */
  async resume({ budget, ...target }: ResumeOptions = {}): Promise<void> {
    await this.#requests.control(this.#find(target), 'resume', { budget });
  }

  get #stopsOnAbort(): boolean {
    return this.#options.stopOnAbort ?? true;
  }

  /** Id of a run, or of a chat, whose active run the server knows. */
  #find({ runId, chatId = this.#lastChatId ?? undefined }: ChatTarget): string {
    const id = runId ?? (chatId === undefined ? undefined : (this.#runs.get(chatId) ?? chatId));
    if (id === undefined) throw transportError('agent_chat_run_unfollowed', {});
    return id;
  }

  #note(chatId: string, response: Response): { run: string | null; response: Response } {
    const run = response.headers.get(RUN_ID_HEADER);
    if (run !== null) this.#runs.set(chatId, run);
    return { run, response };
  }

  #open(
    options: ReconnectOptions,
    response: Response,
    { isContinued, signal }: { isContinued: boolean; signal: AbortSignal },
  ): ReadableStream<UIMessageChunk> {
    const { chatId } = options;
    const run = response.headers.get(RUN_ID_HEADER) ?? undefined;
    return openAnswerStream({
      response,
      isContinued,
      signal,
      version: this.#options.version,
      maxConsecutiveErrors: this.#options.maxConsecutiveErrors ?? 3,
      random: Math.random,
      reconnect: (place, whileWanted) => this.#requests.reconnect(options, run, place, whileWanted),
      onEnd: (chunkIndex) => this.#options.onChatEnd?.({ chatId, chunkIndex }),
    }) as ReadableStream<unknown> as ReadableStream<UIMessageChunk>;
  }
}

/** A failure here is not reported: the page shows that it has stopped, and the agent may have just finished. */
function onAbort(signal: AbortSignal, action: () => Promise<void>): void {
  const run = (): void => void action().catch(() => {});
  if (signal.aborted) run();
  else signal.addEventListener('abort', run, { once: true });
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
