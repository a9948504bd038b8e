/**
 * Makes an agent a tool of another one. Its answer is part of the other's answer, and its chunks go to the other's
 * stream.
 */
import type { ModelMessage } from 'ai';
import type { AsToolOptions, DurableAgentStreamOptions } from '../contract/options.ts';
import type { DurableAgentStreamResult, Usage } from '../contract/results.ts';
import type { AgentTool, ToolCallOptions } from '../contract/tools.ts';
import type { Nesting } from './chunk-writer.ts';
import type { SubAnswer } from './answer-options.ts';

/** The answer that calls a tool. */
export interface ParentAnswer {
  answer: { addUsage(usage: Usage): void };
  stream: DurableAgentStreamOptions<unknown>;
  nesting: Nesting | undefined;
  isSilent: boolean;
}

/** By the options that the tool gets: a step never sees it. */
const parents = new WeakMap<ToolCallOptions, ParentAnswer>();

/** Notes which answer calls a tool, so that a sub-agent in it finds its parent. Gives the options back. */
export function noteParent(options: ToolCallOptions, parent: ParentAnswer): ToolCallOptions {
  parents.set(options, parent);
  return options;
}

const PROMPT_SCHEMA = {
  type: 'object',
  properties: { prompt: { type: 'string', description: 'What the agent is to do, with all it needs to know.' } },
  required: ['prompt'],
  additionalProperties: false,
};

/** `stream()` of an agent that works for another one. */
export type StreamSubAnswer = (options: DurableAgentStreamOptions, sub: SubAnswer) => Promise<DurableAgentStreamResult>;

interface SubAgent {
  name: string;
  stream: StreamSubAnswer;
}

/** The tool's result is the text of the sub-agent's last step. */
export function toAgentTool<Input>(agent: SubAgent, options: AsToolOptions<Input>): AgentTool<Input, string> {
  return {
    description: options.description,
    inputSchema: options.inputSchema ?? PROMPT_SCHEMA,
    async execute(input, call) {
      const parent = parents.get(call);
      if (!parent) throw new Error('A sub-agent was called by something else than an agent.');
      const answer = agent.stream(
        {
          messages: toMessages(input, options),
          writable: parent.stream.writable,
          preventClose: true,
          abortSignal: call.abortSignal,
          ...(call.experimental_context !== undefined && { experimental_context: call.experimental_context }),
          ...(options.maxSteps !== undefined && { maxSteps: options.maxSteps }),
        },
        {
          nesting: { toolCallId: call.toolCallId, agent: agent.name },
          isSilent: parent.isSilent || options.silent === true,
        },
      );
      const { text, totalUsage, aborted } = await answer.catch((error: unknown) => {
        throw isModelError(error) ? new Error(error.message, { cause: error }) : error;
      });
      parent.answer.addUsage(totalUsage);
      if (aborted) throw new Error(`The agent "${agent.name}" was stopped: ${aborted.reason}`);
      return text;
    },
  };
}

/**
 * When the model of a sub-agent refuses, only the sub-agent fails: the parent's model is told, and may do something
 * else.
 */
const isModelError = (error: unknown): error is Error => error instanceof Error && error.name === 'AgentModelError';

function toMessages<Input>(input: Input, { toMessages: own }: AsToolOptions<Input>): ModelMessage[] {
  const given = own ? own(input) : (input as { prompt: string }).prompt;
  return typeof given === 'string' ? [{ role: 'user', content: given }] : given;
}
