/** The names of the options of agents: one that is not known would do nothing, without a word. */
import { findNearName } from '../../runtime/contract/near-name.ts';
import { agentError } from '../contract/messages.ts';
import type { ModelSettings } from '../contract/model-call.ts';
import type {
  AsToolOptions,
  Budget,
  Compaction,
  DurableAgentOptions,
  DurableAgentStreamOptions,
  PreparedStep,
  Timeouts,
} from '../contract/options.ts';

/** The compiler checks that no name is missing. */
type Names<Options> = Record<keyof Options, true>;

const SETTINGS: Names<ModelSettings> = {
  maxOutputTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  presencePenalty: true,
  frequencyPenalty: true,
  stopSequences: true,
  seed: true,
  headers: true,
  providerOptions: true,
};

const OF_BOTH = {
  ...SETTINGS,
  toolChoice: true,
  maxRetries: true,
  experimental_telemetry: true,
  prepareStep: true,
  experimental_context: true,
  budget: true,
  downloadHosts: true,
  onStepFinish: true,
  onFinish: true,
} as const;

const OF_AGENT: Names<DurableAgentOptions> = {
  ...OF_BOTH,
  model: true,
  name: true,
  tools: true,
  system: true,
  instructions: true,
  compaction: true,
};

const OF_STREAM: Names<DurableAgentStreamOptions<unknown>> = {
  ...OF_BOTH,
  messages: true,
  writable: true,
  system: true,
  preventClose: true,
  sendStart: true,
  sendFinish: true,
  sendReasoning: true,
  sendSources: true,
  messageMetadata: true,
  maxSteps: true,
  stopWhen: true,
  activeTools: true,
  experimental_output: true,
  collectUIMessages: true,
  includeRawChunks: true,
  onError: true,
  onAbort: true,
  experimental_repairToolCall: true,
  experimental_transform: true,
  experimental_download: true,
  abortSignal: true,
  timeout: true,
  controlToken: true,
};

const OF_STEP: Names<PreparedStep> = {
  ...SETTINGS,
  model: true,
  system: true,
  messages: true,
  toolChoice: true,
  activeTools: true,
  experimental_context: true,
};

const OF_TOOL: Names<AsToolOptions<unknown>> = {
  description: true,
  inputSchema: true,
  toMessages: true,
  silent: true,
  maxSteps: true,
};
const OF_BUDGET: Names<Budget> = { maxTokens: true, maxSteps: true, onExceeded: true };
const OF_COMPACTION: Names<Compaction> = { maxInputTokens: true, keepLast: true, model: true, instructions: true };
const OF_TIMEOUT: Names<Timeouts> = { totalMs: true, stepMs: true, chunkMs: true };

/** Everything that takes options, with their names. */
const TABLES = {
  'new DurableAgent()': OF_AGENT,
  'stream()': OF_STREAM,
  'the result of prepareStep()': OF_STEP,
  'asTool()': OF_TOOL,
  budget: OF_BUDGET,
  compaction: OF_COMPACTION,
  timeout: OF_TIMEOUT,
} satisfies Record<string, Record<string, true>>;

/** Checks the names of options; `undefined` has none. @throws `agent_option_unknown`. */
export function checkNames(owner: keyof typeof TABLES, options: object | undefined): void {
  const known = Object.keys(TABLES[owner]);
  for (const option of Object.keys(options ?? {})) {
    if (known.includes(option)) continue;
    const near = findNearName(option, known);
    throw agentError('agent_option_unknown', {
      owner,
      option,
      accepted: near ? `"${near}"` : `one of ${known.join(', ')}`,
    });
  }
}
