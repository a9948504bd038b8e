/** One answer of an agent: from the messages that it is given to the end, whatever happens on the way. */
import type { ModelMessage } from 'ai';
import type { ModelCall, ModelOutcome, Usage } from '../contract/model-call.ts';
import type { DurableAgentStreamResult, StepResult, StoppedBy } from '../contract/results.ts';
import { PAUSED_CHUNK, STEERED_CHUNK } from '../contract/ui-chunks.ts';
import { toToolMessage } from '../tools/model-output.ts';
import { runToolCalls } from '../tools/run-tool-calls.ts';
import type { HandledCall } from '../tools/tool-calls.ts';
import { toAnswerMessages } from './answer-messages.ts';
import { ModelCaller } from './call-model.ts';
import type { UIChunkWriter } from './chunk-writer.ts';
import { compact } from './compaction.ts';
import { Conversation } from './conversation.ts';
import { loadingOf, prepareCall, type PreparedCall } from './prepare-call.ts';
import { toStepResult } from './step-result.ts';
import { isStopMet } from './stop-conditions.ts';
import { noteParent } from './sub-agent.ts';
import { AnswerBudget } from './answer-budget.ts';
import type { AnswerControl } from './answer-control.ts';
import { DEFAULT_STEPS_MAX, type AnswerOptions } from './answer-options.ts';
import { addUsage, NO_USAGE } from './usage.ts';

/** The parts of one answer that its beginning, its steps and its end share. */
export interface AnswerContext {
  options: AnswerOptions;
  messageId: string;
  control: AnswerControl;
  chunks: UIChunkWriter;
}

/** The state of an answer so far, also of one that was aborted. */
export type AnswerState = Pick<
  DurableAgentStreamResult<unknown>,
  'messages' | 'steps' | 'stoppedBy' | 'totalUsage' | 'compactedMessages'
>;

/** Runs the steps of one answer and keeps what they add up to. */
export class AgentAnswer {
  readonly #parts: AnswerContext;
  readonly #budget: AnswerBudget;
  readonly #caller = new ModelCaller();
  readonly #steps: StepResult[] = [];
  /** Everything, for the result. */
  readonly #messages: ModelMessage[];
  /** The messages that the model sees. */
  readonly #conversation: Conversation;
  #isCompacted = false;
  #usage: Usage = NO_USAGE;
  #context: unknown;
  #stoppedBy: StoppedBy = 'abort';

  constructor(parts: AnswerContext) {
    const { stream, agent, budget } = parts.options;
    this.#parts = parts;
    this.#budget = new AnswerBudget(budget);
    this.#messages = [...stream.messages];
    this.#conversation = new Conversation(stream.messages);
    this.#context = stream.experimental_context ?? agent.experimental_context;
  }

  get state(): AnswerState {
    return {
      messages: [...this.#messages],
      steps: this.#steps,
      stoppedBy: this.#stoppedBy,
      totalUsage: this.#usage,
      ...(this.#isCompacted && { compactedMessages: [...this.#conversation.messages] }),
    };
  }

  get context(): unknown {
    return this.#context;
  }

  /** Adds tokens to the answer's total; those of sub-agents count, too. */
  addUsage(usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** @throws The reason of an abort, the error of a model call, or a tool's `FatalError`. */
  async run(): Promise<void> {
    const { control } = this.#parts;
    for (let stoppedBy: StoppedBy | null = null; stoppedBy === null; this.#stoppedBy = stoppedBy ?? 'abort') {
      control.signal.throwIfAborted();
      stoppedBy = await this.#step();
    }
  }

  /** One call of the model and its tools; says why the answer is over, or `null`. */
  async #step(): Promise<StoppedBy | null> {
    const { control } = this.#parts;
    await this.#take(control.takeSteering());
    if (!(await this.#isWithinBudget())) return 'budget';
    await this.#compactIfLong();
    const prepared = await this.#prepare();
    const outcome = await this.#ask(prepared.call);
    const handled = outcome.aborted ? [] : await this.#runTools(outcome, prepared);
    await this.#record(outcome, handled);
    if (outcome.aborted) throw abortOf(outcome.aborted);
    return await this.#afterStep(outcome, handled);
  }

  /**
   * Makes every model call of this answer. A few seconds after an abort it stops waiting: a call that waits for its
   * retry does not end by itself.
   */
  async #ask(call: ModelCall): Promise<ModelOutcome> {
    const outcome = await Promise.race([this.#caller.call(call), this.#parts.control.overdue]);
    this.addUsage(outcome.usage);
    return outcome;
  }

  async #afterStep(outcome: ModelOutcome, handled: readonly HandledCall[]): Promise<StoppedBy | null> {
    const { control } = this.#parts;
    // Without their results the model cannot be asked again, whatever the user has said meanwhile.
    if (handled.some((one) => one.outcome.kind === 'left')) return 'client-tools';
    const isOver = handled.length === 0 && !isDeferred(outcome);
    if (isOver && !control.hasMessages) return 'finish';
    const limit = await this.#findLimit();
    if (isOver && limit === null) await this.#take([...control.takeSteering(), ...control.takeFollowUps()]);
    return limit;
  }

  /** The limit that the steps have reached, or `null`. */
  async #findLimit(): Promise<StoppedBy | null> {
    const { stopWhen, maxSteps } = this.#parts.options.stream;
    if (await isStopMet(stopWhen, this.#steps)) return 'stopWhen';
    if (maxSteps !== undefined && this.#steps.length >= maxSteps) return 'maxSteps';
    if (maxSteps === undefined && stopWhen === undefined && this.#steps.length >= DEFAULT_STEPS_MAX)
      return endByDefault();
    return null;
  }

  /** Messages of the user that came meanwhile. */
  async #take(messages: readonly ModelMessage[]): Promise<void> {
    for (const message of messages) {
      this.#add(message);
      await this.#parts.chunks.write({ type: STEERED_CHUNK, data: { message } });
    }
  }

  #add(...messages: ModelMessage[]): void {
    this.#messages.push(...messages);
    this.#conversation.add(...messages);
  }

  async #isWithinBudget(): Promise<boolean> {
    while (this.#budget.isExceeded(this.#usage, this.#steps.length)) {
      if (this.#budget.onExceeded === 'stop') return false;
      await this.#parts.chunks.write({ type: PAUSED_CHUNK, transient: true, data: { usage: this.#usage } });
      this.#budget.extend(await this.#parts.control.untilResumed(), this.#usage, this.#steps.length);
    }
    return true;
  }

  async #compactIfLong(): Promise<void> {
    const { agent, model, maxRetries } = this.#parts.options;
    const { compaction } = agent;
    const used = this.#steps.at(-1)?.usage.inputTokens ?? 0;
    if (!compaction || used <= compaction.maxInputTokens) return;
    const compacted = await compact({
      compaction,
      conversation: this.#conversation,
      ask: (call) => this.#ask(call),
      model,
      loading: loadingOf(this.#parts.options),
      maxRetries,
      abortSignal: this.#parts.control.signal,
    });
    if (!compacted) return;
    this.#conversation.replaceBy(compacted);
    this.#isCompacted = true;
  }

  async #prepare(): Promise<PreparedCall> {
    const prepared = await prepareCall({
      options: this.#parts.options,
      conversation: this.#conversation,
      steps: this.#steps,
      context: this.#context,
      abortSignal: this.#parts.control.signal,
    });
    this.#context = prepared.context;
    return prepared;
  }

  async #runTools(
    { toolCalls, sdkMajor }: ModelOutcome,
    { call, tools, messages }: PreparedCall,
  ): Promise<HandledCall[]> {
    const { control, chunks, messageId, options } = this.#parts;
    return await runToolCalls(toolCalls, {
      messageId,
      stepNumber: this.#steps.length,
      sdkMajor,
      tools,
      repair: options.stream.experimental_repairToolCall,
      system: call.system,
      messages,
      toOptions: (ofCall) =>
        noteParent(
          {
            ...ofCall,
            abortSignal: control.signal,
            context: this.#context,
            ...(this.#context !== undefined && { experimental_context: this.#context }),
          },
          { answer: this, stream: options.stream, nesting: options.nesting, isSilent: options.isSilent },
        ),
      write: (...written) => chunks.write(...written),
      signal: control.signal,
      aborted: control.aborted,
    });
  }

  /** Adds the messages of a step to the conversation, and tells the callbacks about the step. */
  async #record(outcome: ModelOutcome, handled: readonly HandledCall[]): Promise<void> {
    const answers = await toToolMessage(handled, outcome.sdkMajor);
    const messages = [...toAnswerMessages(outcome.messages, handled), ...(answers ? [answers] : [])];
    // Before the messages are stored: so it is one write with the outputs of the tools.
    await this.#parts.chunks.write({ type: 'finish-step' });
    this.#add(...messages);
    const step = toStepResult({ stepNumber: this.#steps.length, outcome, handled, messages });
    this.#steps.push(step);
    const { agent, stream } = this.#parts.options;
    await agent.onStepFinish?.(step);
    await stream.onStepFinish?.(step);
  }
}

/** The result of a tool that the provider executes may come with a later answer: then the model is asked again. */
const isDeferred = ({ toolCalls, providerResults, finishReason }: ModelOutcome): boolean =>
  finishReason === 'tool-calls' &&
  toolCalls.some(
    (call) => call.providerExecuted && !providerResults.some(({ toolCallId }) => toolCallId === call.toolCallId),
  );

const abortOf = ({ reason, message }: NonNullable<ModelOutcome['aborted']>): DOMException =>
  reason === 'signal'
    ? new DOMException(message ?? 'It was aborted.', 'AbortError')
    : new DOMException(message ?? `The model took too long (${reason}).`, 'TimeoutError');

function endByDefault(): StoppedBy {
  console.warn(
    `An agent was ended after ${DEFAULT_STEPS_MAX} calls of the model, because neither "maxSteps" nor "stopWhen" is set.`,
  );
  return 'default-limit';
}
