/** The frame of an answer: its first and last chunks, its callbacks, and its result. */
import type { DurableAgentStreamResult, StepResult } from '../contract/results.ts';
import { foldMessages } from '../model/fold-messages.ts';
import { describeError } from '../tools/describe-error.ts';
import { isEndOfRun } from '../tools/execute-tool.ts';
import { AgentAnswer, type AnswerContext } from './agent-answer.ts';
import { UIChunkWriter } from './chunk-writer.ts';
import { parseOutput } from './output.ts';
import { AnswerControl } from './answer-control.ts';
import type { AnswerOptions } from './answer-options.ts';

/** Readers learn nothing about an error that is not the provider's. */
const HIDDEN_ERROR = 'An error occurred.';

/**
 * Runs one answer from its `start` chunk to its `finish` chunk.
 * @throws The error that ends the answer. An abort is told by the result, unless the run itself ends.
 */
export async function runAnswer<Output>(options: AnswerOptions): Promise<DurableAgentStreamResult<Output>> {
  const parts = openAnswer(options);
  const answer = new AgentAnswer(parts);
  const end = new AnswerEnd(parts, answer);
  try {
    await end.begin();
    await answer.run();
    return await end.finish<Output>();
  } catch (error) {
    // A callback that fails after the end cannot change the chunks that readers have.
    if (end.isWritten) throw error;
    const { signal, failure } = parts.control;
    if (failure) throw await end.fail(failure.error);
    if (!signal.aborted && !isAbort(error)) throw await end.fail(error);
    return await end.abort<Output>(error);
  } finally {
    parts.control.close();
    await parts.chunks.end({ closesStream: !options.stream.preventClose });
  }
}

function openAnswer(options: AnswerOptions): AnswerContext {
  const { stream, nesting, isNested, timeouts } = options;
  const messageId = `msg_${crypto.randomUUID()}`;
  const control = new AnswerControl({
    messageId,
    hook: isNested ? null : { token: stream.controlToken },
    abortSignal: stream.abortSignal,
    totalMs: timeouts.totalMs,
  });
  const chunks = new UIChunkWriter(options.isSilent ? null : stream.writable, nesting);
  return { options, messageId, control, chunks };
}

/** An attempt of a model call took too long, which is as good as an abort. */
const isAbort = (error: unknown): boolean =>
  isEndOfRun(error) ||
  (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'));

class AnswerEnd {
  readonly #parts: AnswerContext;
  readonly #answer: AgentAnswer;
  #isWritten = false;

  constructor(parts: AnswerContext, answer: AgentAnswer) {
    this.#parts = parts;
    this.#answer = answer;
  }

  /** Whether readers have been told that the answer is over. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  async begin(): Promise<void> {
    const { chunks, messageId, options } = this.#parts;
    const { sendStart = true, messageMetadata } = options.stream;
    if (sendStart) await chunks.write({ type: 'start', messageId, messageMetadata });
  }

  async finish<Output>(): Promise<DurableAgentStreamResult<Output>> {
    const { agent, stream } = this.#parts.options;
    const output = await this.#parseOutput<Output>();
    await this.#writeFinish(this.#lastStep?.finishReason ?? 'other');
    const { messages, steps, totalUsage } = this.#answer.state;
    const last = this.#lastStep;
    const event = {
      steps,
      messages,
      text: last?.text ?? '',
      finishReason: last?.finishReason ?? 'other',
      usage: last?.usage ?? totalUsage,
      totalUsage,
      experimental_context: this.#answer.context,
    } as const;
    await agent.onFinish?.(event);
    await stream.onFinish?.(event);
    return await this.#toResult<Output>(output);
  }

  /** Reports an error to callbacks and readers, and returns it. */
  async fail(error: unknown): Promise<unknown> {
    const shown = await this.#tell(() => this.#parts.options.stream.onError?.({ error }));
    const errorText = typeof shown === 'string' ? shown : describeToReaders(error);
    await this.#parts.chunks.write({ type: 'error', errorText });
    await this.#writeFinish('error');
    return error;
  }

  /** @throws The error that ends the run, when the run itself ends. */
  async abort<Output>(error: unknown): Promise<DurableAgentStreamResult<Output>> {
    const reason = describeError(this.#parts.control.signal.aborted ? this.#parts.control.signal.reason : error);
    const { steps } = this.#answer.state;
    await this.#tell(() => this.#parts.options.stream.onAbort?.({ steps, reason }));
    await this.#parts.chunks.write({ type: 'abort', reason });
    await this.#writeFinish('other');
    if (isEndOfRun(error)) throw error;
    return await this.#toResult<Output>(undefined, { reason });
  }

  get #lastStep(): StepResult | undefined {
    return this.#answer.state.steps.at(-1);
  }

  /** The answer has already ended, so an error of the callback changes nothing. */
  async #tell(callback: () => unknown): Promise<unknown> {
    try {
      return await callback();
    } catch (error) {
      console.error('A callback of an agent failed:', error);
      return undefined;
    }
  }

  async #writeFinish(finishReason: string): Promise<void> {
    const { chunks, options } = this.#parts;
    if (options.stream.sendFinish ?? true) await chunks.write({ type: 'finish', finishReason });
    this.#isWritten = true;
  }

  async #parseOutput<Output>(): Promise<Output | undefined> {
    const { experimental_output: specification } = this.#parts.options.stream;
    const last = this.#lastStep;
    if (!specification || !last) return undefined;
    const { response, usage, finishReason, text } = last;
    return (await parseOutput(specification, text, { response, usage, finishReason })) as Output;
  }

  async #toResult<Output>(
    output: Output | undefined,
    aborted?: { reason: string },
  ): Promise<DurableAgentStreamResult<Output>> {
    const { stream } = this.#parts.options;
    const { steps, ...rest } = this.#answer.state;
    const last = this.#lastStep;
    return {
      ...rest,
      steps,
      text: last?.text ?? '',
      finishReason: last?.finishReason ?? 'other',
      toolCalls: last?.toolCalls ?? [],
      toolResults: last?.toolResults ?? [],
      ...(stream.experimental_output && { experimental_output: output as Output }),
      ...(stream.collectUIMessages && { uiMessages: await foldMessages(stream.writable, this.#parts.messageId) }),
      ...(aborted && { aborted }),
    };
  }
}

/** The provider's words have been cleaned of prompts and keys; other errors may say anything. */
function describeToReaders(error: unknown): string {
  const isOfModel = error instanceof Error && error.name === 'AgentModelError';
  return isOfModel ? error.message : HIDDEN_ERROR;
}
