/** An agent: a model, its tools and its settings. Its work in a workflow survives crashes. */
import { getStepMetadata, getWorkflowMetadata } from 'workflow';
import { agentError } from '../contract/messages.ts';
import type { AsToolOptions, DurableAgentOptions, DurableAgentStreamOptions } from '../contract/options.ts';
import type { DurableAgentStreamResult } from '../contract/results.ts';
import type { AgentTool, AgentToolSet } from '../contract/tools.ts';
import { checkAgentOptions, checkStreamOptions } from './check-options.ts';
import { checkNames } from './option-names.ts';
import { runAnswer } from './run-answer.ts';
import { toAgentTool } from './sub-agent.ts';
import { toAnswerOptions, type SubAnswer } from './answer-options.ts';

/**
 * Runs the loop of a model and its tools in a workflow: every call of the model is a step, so it is made once, and
 * tools may be steps, sleep, or wait for people. It may be made at the top of a module or in the workflow.
 * @throws `agent_option_unknown`, `agent_option_invalid`, `agent_telemetry_tracer`.
 */
export class DurableAgent<Tools extends AgentToolSet = AgentToolSet> {
  readonly #options: DurableAgentOptions;

  constructor(options: DurableAgentOptions<Tools>) {
    checkAgentOptions(options);
    this.#options = { ...options };
  }

  get name(): string {
    return this.#options.name ?? 'agent';
  }

  get tools(): Tools {
    return (this.#options.tools ?? {}) as Tools;
  }

  /**
   * Answers a conversation: calls the model and the tools it asks for, until it has no more calls to make, a condition
   * is met, or a limit is reached. Chunks go to `writable` as they come.
   * @returns When the answer has ended, also when it was aborted (`aborted` says why).
   * @throws The error of a model call whose retries are used up, a `FatalError` of a tool, and what is wrong with the
   * options.
   */
  async stream<Output = never>(options: DurableAgentStreamOptions<Output>): Promise<DurableAgentStreamResult<Output>> {
    return await this.#stream(options);
  }

  /**
   * This agent as a tool of another one; what it does shows in the other's stream as chunks of type
   * `data-workflow-nested`.
   * @throws `agent_option_unknown`.
   */
  asTool<Input = { prompt: string }>(options: AsToolOptions<Input>): AgentTool<Input, string> {
    checkNames('asTool()', options);
    return toAgentTool({ name: this.name, stream: (streamOptions, sub) => this.#stream(streamOptions, sub) }, options);
  }

  async #stream<Output>(
    options: DurableAgentStreamOptions<Output>,
    sub?: SubAnswer,
  ): Promise<DurableAgentStreamResult<Output>> {
    requireWorkflow();
    checkStreamOptions(options);
    return await runAnswer<Output>(toAnswerOptions(this.#options, options, sub));
  }
}

/** @throws `agent_outside_workflow`. */
function requireWorkflow(): void {
  if (isAnswered(getStepMetadata) || !isAnswered(getWorkflowMetadata)) throw agentError('agent_outside_workflow', {});
}

/** The functions throw outside of their own context. */
function isAnswered(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
