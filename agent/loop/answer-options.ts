/** The options of one answer: those of `stream()`, completed by those of the agent. */
import type {
  AgentModel,
  Budget,
  DurableAgentOptions,
  DurableAgentStreamOptions,
  PrepareStepContext,
  PreparedStep,
  SystemPrompt,
  Timeouts,
} from '../contract/options.ts';
import type { ModelSettings, ToolChoice } from '../contract/model-call.ts';
import type { AgentToolSet } from '../contract/tools.ts';
import { toTimeouts } from './check-options.ts';
import type { Nesting } from './chunk-writer.ts';

/** The limit of model calls for an answer without `maxSteps` and `stopWhen`. */
export const DEFAULT_STEPS_MAX = 50;
const MAX_RETRIES_DEFAULT = 2;

type Agent = DurableAgentOptions;
type Stream = DurableAgentStreamOptions<unknown>;

/** The options of agent and `stream()`, joined. */
export interface AnswerOptions {
  agent: Agent;
  stream: Stream;
  model: AgentModel;
  tools: AgentToolSet;
  system: SystemPrompt | undefined;
  toolChoice: ToolChoice | undefined;
  settings: ModelSettings;
  telemetry: Record<string, unknown> | undefined;
  maxRetries: number;
  timeouts: Timeouts;
  budget: Budget | undefined;
  downloadHosts: readonly string[] | undefined;
  prepareStep: ((context: PrepareStepContext) => Promise<PreparedStep>) | undefined;
  /** Set for a sub-agent that shows what it does in the stream of its parent. */
  nesting: Nesting | undefined;
  /** The answer is part of another one and has no control hook of its own. */
  isNested: boolean;
  isSilent: boolean;
}

/** Where a sub-agent shows its work: inside its parent's stream, or nowhere. */
export interface SubAnswer {
  nesting: Nesting;
  isSilent: boolean;
}

/** Joins the options of an agent with those of `stream()`, which win. @param sub Set for a sub-agent. */
export function toAnswerOptions(agent: Agent, stream: Stream, sub?: SubAnswer): AnswerOptions {
  return {
    agent,
    stream,
    model: agent.model,
    tools: agent.tools ?? {},
    system: stream.system ?? agent.system ?? agent.instructions,
    toolChoice: stream.toolChoice ?? agent.toolChoice,
    settings: { ...settingsOf(agent), ...settingsOf(stream) },
    telemetry: stream.experimental_telemetry ?? agent.experimental_telemetry,
    maxRetries: stream.maxRetries ?? agent.maxRetries ?? MAX_RETRIES_DEFAULT,
    timeouts: toTimeouts(stream.timeout),
    budget: stream.budget ?? agent.budget,
    downloadHosts: stream.downloadHosts ?? agent.downloadHosts,
    prepareStep: joinPrepareStep(agent, stream),
    nesting: sub?.nesting,
    isNested: sub !== undefined,
    isSilent: sub?.isSilent ?? false,
  };
}

const SETTINGS = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'headers',
  'providerOptions',
] as const satisfies (keyof ModelSettings)[];

/** Picks the settings among other options. Settings without a value are left out, so they are not sent. */
export function settingsOf(options: ModelSettings): ModelSettings {
  const given = SETTINGS.filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

/** The `prepareStep` of `stream()` wins over that of the agent. */
function joinPrepareStep(
  { prepareStep: ofAgent }: Agent,
  { prepareStep: ofStream }: Stream,
): AnswerOptions['prepareStep'] {
  if (!ofAgent && !ofStream) return undefined;
  return async (context) => {
    const general = (await ofAgent?.(context)) ?? {};
    const special = (await ofStream?.({ ...context, messages: general.messages ?? context.messages })) ?? {};
    return { ...general, ...special };
  };
}
