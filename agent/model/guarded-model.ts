/**
 * A model whose stream ends well when the call has to stop: what was open is closed, and a `finish` follows. So the AI
 * SDK makes a result of what had come by then, in the same way in all versions and with each provider, however that
 * reacts to its signal.
 */
import type { LanguageModel } from 'ai';
import type { ModelCall } from '../contract/model-call.ts';
import type { Deadlines } from './deadlines.ts';
import type { StreamPart } from './stream-part.ts';

/** A model of any specification version. */
export type AnyModel = Exclude<LanguageModel, string>;

/** How the model is to answer. */
export type AnswerForm = Pick<ModelCall, 'responseFormat' | 'toolChoice' | 'tools'>;

interface ModelAnswer {
  stream: ReadableStream<StreamPart>;
}
type DoStream = (options: object) => PromiseLike<ModelAnswer>;

interface Reading {
  reader: ReadableStreamDefaultReader<StreamPart>;
  version: string;
  /** Nobody reads further. */
  isOver(): boolean;
}

/** The stream ended before the model said that it was done. */
export class AnswerCutOff extends Error {
  override readonly name = 'AnswerCutOff';
  constructor() {
    super('The answer ended before it was complete.');
  }
}

/** Watches one call of a model. */
export class ModelGuard {
  readonly #deadlines: Deadlines;
  readonly #options: object;
  #fault: { error: unknown } | null = null;
  #isCalled = false;
  #isCut = false;

  /**
   * @param form Goes to the model from here: models of all versions take it in one form, while the versions of the AI
   * SDK differ in how they take it and what they make of it; version 7 throws an answer away that calls no tool though
   * it should.
   */
  constructor(deadlines: Deadlines, { responseFormat, toolChoice, tools }: AnswerForm) {
    this.#deadlines = deadlines;
    this.#options = {
      ...(responseFormat && { responseFormat }),
      ...(toolChoice !== undefined &&
        tools.length > 0 && { toolChoice: typeof toolChoice === 'string' ? { type: toolChoice } : toolChoice }),
    };
  }

  /** The failure of the model, as it came from the provider. */
  get fault(): { error: unknown } | null {
    return this.#fault;
  }

  /** Whether the AI SDK got as far as calling the model. */
  get isCalled(): boolean {
    return this.#isCalled;
  }

  /** Whether the answer is not whole, because the call had to stop. */
  get isCut(): boolean {
    return this.#isCut;
  }

  wrap(model: AnyModel): AnyModel {
    const doStream: DoStream = async (options) => {
      this.#isCalled = true;
      return await this.#call(model, options);
    };
    return {
      specificationVersion: model.specificationVersion,
      provider: model.provider,
      modelId: model.modelId,
      get supportedUrls() {
        return model.supportedUrls;
      },
      doGenerate: model.doGenerate.bind(model),
      doStream,
    } as unknown as AnyModel;
  }

  async #call(model: AnyModel, options: object): Promise<ModelAnswer> {
    const { signal } = this.#deadlines;
    const version = model.specificationVersion;
    try {
      signal.throwIfAborted();
      const answering = (model.doStream as DoStream).call(model, { ...options, ...this.#options, abortSignal: signal });
      const answer = await this.#deadlines.untilStopped(answering);
      this.#deadlines.onPart();
      return { ...answer, stream: this.#guard(answer.stream.getReader(), version) };
    } catch (error) {
      if (!signal.aborted) throw this.#noteFault(error);
      this.#isCut = true;
      return { stream: toStream(endingOf(new Map(), version), () => {}) };
    }
  }

  #guard(reader: ReadableStreamDefaultReader<StreamPart>, version: string): ReadableStream<StreamPart> {
    let isWanted = true;
    const isOver = (): boolean => !isWanted;
    return toStream(this.#read({ reader, version, isOver }), () => {
      isWanted = false;
      reader.cancel().catch(() => {});
    });
  }

  async *#read({ reader, version, isOver }: Reading): AsyncGenerator<StreamPart> {
    /** Kinds of the parts that have begun and not ended, by id. */
    const open = new Map<string, string>();
    let isFinished = false;
    try {
      for (;;) {
        const { done, value } = await this.#deadlines.untilStopped(reader.read());
        if (done) break;
        this.#deadlines.onPart();
        followPart(open, value);
        if (value.type === 'error') this.#noteFault(value.error);
        if (value.type === 'finish') isFinished = true;
        yield value;
      }
      if (!isFinished && !isOver()) throw new AnswerCutOff();
    } catch (error) {
      reader.cancel().catch(() => {});
      if (isFinished || isOver()) return;
      if (!this.#deadlines.signal.aborted) throw this.#noteFault(error);
      this.#isCut = true;
      yield* endingOf(open, version);
    }
  }

  #noteFault(error: unknown): unknown {
    this.#fault ??= { error };
    return this.#fault.error;
  }
}

/** How the specification versions say that an answer ended for a reason that the model did not give. */
function finishPart(version: string): StreamPart {
  const finish =
    version === 'v2'
      ? { finishReason: 'other', usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined } }
      : {
          finishReason: { unified: 'other', raw: undefined },
          usage: {
            inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
            outputTokens: { total: undefined, text: undefined, reasoning: undefined },
          },
        };
  return { type: 'finish', ...finish };
}

/** Closes the parts that are open, given by id with their kinds, and then the answer. */
function* endingOf(open: ReadonlyMap<string, string>, version: string): Generator<StreamPart> {
  for (const [id, kind] of open) yield { type: `${kind}-end`, id };
  yield finishPart(version);
}

function followPart(open: Map<string, string>, { type, id }: StreamPart): void {
  const [, kind, edge] = /^(text|reasoning)-(start|end)$/.exec(type) ?? [];
  if (kind === undefined || id === undefined) return;
  if (edge === 'start') open.set(id, kind);
  else open.delete(id);
}

function toStream(
  parts: Iterator<StreamPart> | AsyncIterator<StreamPart>,
  cancel: () => void,
): ReadableStream<StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel,
  });
}
