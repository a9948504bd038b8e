/** One call of a model, as one attempt of the model step makes it. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { FatalError } from '../../runtime/values/step-errors.ts';
import { definedFields } from '../contract/defined-fields.ts';
import type { ModelCall, ModelOutcome } from '../contract/model-call.ts';
import { AttemptWriter } from './attempt-writer.ts';
import { redactionsOf } from './call-secrets.ts';
import { ChunkMaker } from './chunk-maker.ts';
import { ChunkSink, type AttemptStreams } from './chunk-sink.ts';
import { Deadlines } from './deadlines.ts';
import { createDownload } from './download.ts';
import { ModelGuard, type AnyModel } from './guarded-model.ts';
import { toModelError } from './model-failure.ts';
import { ensureFinished, resolveDownload, resolveTransforms } from './option-functions.ts';
import { emptyOutcome, toOutcome, type ModelOutcomeContext } from './outcome.ts';
import { resolveModel } from './resolve-model.ts';
import { loadSdk, type LoadSdk, promptOptions, type Sdk, type SdkDialect, type SdkStep } from './sdk.ts';
import { toSdkTools } from './sdk-tools.ts';
import type { StreamPart } from './stream-part.ts';
import { type AttemptTracing, traceModelCall } from './trace-call.ts';

/** The host's services for one attempt. */
export interface AttemptHost {
  loadSdk: LoadSdk;
  streams: AttemptStreams;
  /** Number of the attempt, from 1. */
  attempt: number;
  stepId: string;
  /** Whoever traces the attempt. Default: nobody. */
  tracing?: AttemptTracing;
  /** Fires when nobody waits for the attempt any more. */
  signal: AbortSignal;
  environment: Readonly<Record<string, string | undefined>>;
  now(): number;
}

/** Wait before the first retry, where the provider asks for none. */
const RETRY_DELAY_MS = 2_000;

/**
 * Calls the model, writes the chunks of its answer, and gives the rest of it. A call that was stopped is no error.
 * @throws {AgentModelError} What the provider failed with, as a `RetryableError` or a `FatalError`.
 * @throws {FatalError} What is wrong with the options of the agent: `agent_…`.
 */
export async function runModelCall(call: ModelCall, host: AttemptHost): Promise<ModelOutcome> {
  const { stepMs, chunkMs } = call.timeouts;
  const sink = call.writable && new ChunkSink(call.writable, host.streams, call.nested);
  const writer = sink && (await AttemptWriter.open(sink, call.stepNumber));
  const deadlines = new Deadlines({ signals: [call.abortSignal, host.signal], stepMs, chunkMs });
  try {
    const outcome = await new ModelAttempt(call, host, deadlines).run(writer);
    await writer?.end();
    return outcome;
  } catch (error) {
    const isLast = FatalError.is(error) || host.attempt > call.maxRetries;
    // The failure of the attempt matters more than a stream that takes nothing.
    if (isLast) await writer?.keepRest().catch(() => {});
    throw error;
  } finally {
    deadlines.end();
  }
}

class ModelAttempt {
  readonly #call: ModelCall;
  readonly #host: AttemptHost;
  readonly #deadlines: Deadlines;
  readonly #guard: ModelGuard;
  #model: AnyModel | null = null;
  #step: SdkStep | undefined;

  constructor(call: ModelCall, host: AttemptHost, deadlines: Deadlines) {
    this.#call = call;
    this.#host = host;
    this.#deadlines = deadlines;
    this.#guard = new ModelGuard(deadlines, call);
  }

  async run(writer: AttemptWriter | null): Promise<ModelOutcome> {
    const { sdk, dialect } = await loadSdk(this.#host.loadSdk).catch(throwFinal);
    const preparing = this.#deadlines.untilStopped(this.#prepare(sdk, dialect));
    const options = await preparing.catch((error: unknown) => this.#onUnprepared(error));
    if (!options || this.#deadlines.reason) return emptyOutcome(this.#outcomeContext(dialect));
    const { tracing, now } = this.#host;
    const ask = (): Promise<ModelOutcome> => this.#ask({ sdk, dialect, options }, writer);
    if (!tracing) return await ask();
    return await traceModelCall({ call: this.#call, model: this.#model!, now }, tracing, ask);
  }

  async #ask(
    { sdk, dialect, options }: { sdk: Sdk; dialect: SdkDialect; options: Record<string, unknown> },
    writer: AttemptWriter | null,
  ): Promise<ModelOutcome> {
    const { stepNumber, sendReasoning, sendSources, includeRawChunks } = this.#call;
    const maker = new ChunkMaker({ stepNumber, sendReasoning, sendSources, includeRawChunks });
    for await (const part of this.#stream(sdk, options)) {
      const chunk = maker.make(part);
      if (chunk) await writer?.write(chunk);
    }
    const context = this.#outcomeContext(dialect);
    return this.#step ? toOutcome(this.#step, context) : emptyOutcome(context);
  }

  /** The options of `streamText`. */
  async #prepare(sdk: Sdk, dialect: SdkDialect): Promise<Record<string, unknown>> {
    const { model, system, messages, settings, tools, telemetry, includeRawChunks } = this.#call;
    const { downloadHosts: hosts = ['*'] } = this.#call;
    const { signal } = this.#deadlines;
    this.#model = await resolveModel(model, sdk, dialect.major);
    const transforms = await resolveTransforms(this.#call.transform);
    return definedFields({
      ...settings,
      ...promptOptions(dialect, { system, messages }, this.#isKnownPrompt(dialect)),
      model: this.#guard.wrap(this.#model),
      tools: toSdkTools(tools, sdk, dialect),
      includeRawChunks,
      maxRetries: 0,
      stopWhen: sdk.stepCountIs(1),
      // The AI SDK prints errors otherwise; they are thrown instead.
      onError: () => {},
      experimental_transform: transforms.length > 0 ? [...transforms, ensureFinished] : undefined,
      experimental_download: (await resolveDownload(this.#call.download)) ?? createDownload({ hosts, signal }),
      [dialect.telemetry]: telemetry,
    });
  }

  /**
   * Earlier calls of the answer had the messages that did not come from the model. Telemetry tells the prompt that it
   * is given.
   */
  #isKnownPrompt({ isTelemetryOptIn }: SdkDialect): boolean {
    return this.#call.stepNumber > 0 && isTelemetryOptIn && this.#call.telemetry === undefined;
  }

  /** The parts of the answer; notes the result at the end, if there is one. */
  async *#stream(sdk: Sdk, options: Record<string, unknown>): AsyncGenerator<StreamPart> {
    try {
      const result = sdk.streamText(options);
      yield* this.#read(result.fullStream.getReader());
      if (this.#isNeverAsked) return;
      [this.#step] = await result.steps;
    } catch (error) {
      throw await this.#toThrown(this.#guard.fault?.error ?? error);
    }
  }

  async *#read(reader: ReadableStreamDefaultReader<StreamPart>): AsyncGenerator<StreamPart> {
    try {
      for (;;) {
        const next = await this.#next(reader);
        if (!next || next.done) return;
        if (next.value.type === 'error') throw next.value.error;
        yield next.value;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  /** The next part; `null` when the call has to stop while the AI SDK does something else than asking the model. */
  async #next(reader: ReadableStreamDefaultReader<StreamPart>): Promise<ReadableStreamReadResult<StreamPart> | null> {
    const reading = reader.read();
    if (this.#guard.isCalled) return await reading;
    try {
      return await this.#deadlines.untilStopped(reading);
    } catch (error) {
      if (!this.#deadlines.reason) throw error;
      return this.#isNeverAsked ? null : await reading;
    }
  }

  /** Whether the call had to stop before the AI SDK got as far as asking the model. */
  get #isNeverAsked(): boolean {
    return this.#deadlines.reason !== null && !this.#guard.isCalled;
  }

  #outcomeContext({ major }: SdkDialect): ModelOutcomeContext {
    const { reason, signal } = this.#deadlines;
    const isStopped = this.#guard.isCut || this.#isNeverAsked;
    return {
      sdkMajor: major,
      modelId: this.#model?.modelId ?? '',
      now: new Date(this.#host.now()),
      stopped: reason && isStopped ? { reason, message: messageOf(signal.reason) } : null,
    };
  }

  /**
   * An error in the options may be ours, the AI SDK's, or one of the user's functions, which are tried again as any
   * step is. Gives `null` when they are not waited for any more.
   */
  async #onUnprepared(error: unknown): Promise<null> {
    if (this.#deadlines.reason) return null;
    if (error instanceof Error && error.name.startsWith('AI_')) throw await this.#toThrown(error);
    return throwFinal(error);
  }

  async #toThrown(error: unknown): Promise<unknown> {
    const { attempt, stepId, environment, now } = this.#host;
    const { model, retryDelayMs = RETRY_DELAY_MS } = this.#call;
    const redactions = await redactionsOf({ call: this.#call, model: this.#model, environment });
    const { provider, modelId = typeof model === 'string' ? model : undefined } = this.#model ?? {};
    return toModelError(error, { provider, modelId, redactions, attempt, stepId, retryDelayMs, nowMs: now() });
  }
}

/** An error of ours is the same in each attempt. */
function throwFinal(error: unknown): never {
  if (!WorkflowError.is(error)) throw error;
  const { name, code, fix } = error;
  throw Object.assign(new FatalError(error.message, { cause: error.cause }), { name, code, fix });
}

function messageOf(reason: unknown): string | undefined {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : undefined;
}
