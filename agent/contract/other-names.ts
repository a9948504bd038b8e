/** Types by the names that users of the other package know, and those of the AI SDK's agents. */
import type { UIMessage } from 'ai';
import type { DurableAgent } from '../loop/durable-agent.ts';
import type { ModelSettings } from './model-call.ts';
import type {
  AgentCallbacks,
  AgentModel,
  DurableAgentStreamOptions,
  PreparedStep,
  PrepareStepContext,
} from './options.ts';
import type { AgentToolSet } from './tools.ts';

/** The tools of an agent. */
export type InferDurableAgentTools<Agent> = Agent extends DurableAgent<infer Tools> ? Tools : never;

/** The messages of a page that talks to an agent, with its tools' inputs and outputs: `useChat<…>()`. */
export type InferDurableAgentUIMessage<Agent, Metadata = unknown> = UIMessage<
  Metadata,
  never,
  UIToolsOf<InferDurableAgentTools<Agent>>
>;

type UIToolsOf<Tools> = { [Name in keyof Tools & string]: UIToolOf<Tools[Name]> };
type UIToolOf<Tool> = Tool extends { execute?: ((input: infer Input, ...rest: never) => infer Output) | undefined }
  ? { input: Input; output: ResultOf<Output> }
  : { input: unknown; output: unknown };
type ResultOf<Output> = Output extends AsyncIterable<infer Value> ? Value : Awaited<Output>;

/** A model of the AI SDK, or a function that gives one. */
export type CompatibleLanguageModel = Exclude<AgentModel, string>;
/** The settings of a call. */
export type GenerationSettings = ModelSettings;
/** Settings that only some providers know. */
export type ProviderOptions = NonNullable<ModelSettings['providerOptions']>;
/** The argument of `prepareStep`. */
export type PrepareStepInfo<_Tools = AgentToolSet> = PrepareStepContext;
/** The changes that `prepareStep` makes. */
export type PrepareStepResult = PreparedStep;
/** The option `prepareStep`. */
export type PrepareStepCallback<_Tools = AgentToolSet> = NonNullable<DurableAgentStreamOptions['prepareStep']>;
/** The option `onFinish`. */
export type StreamTextOnFinishCallback<_Tools = AgentToolSet, _Output = never> = NonNullable<
  AgentCallbacks['onFinish']
>;
/** The option `onError`. */
export type StreamTextOnErrorCallback = NonNullable<DurableAgentStreamOptions['onError']>;
/** The option `onAbort`. */
export type StreamTextOnAbortCallback<_Tools = AgentToolSet> = NonNullable<DurableAgentStreamOptions['onAbort']>;
/** The option `experimental_telemetry`. */
export type TelemetrySettings = NonNullable<DurableAgentStreamOptions['experimental_telemetry']>;
/** The option `experimental_repairToolCall`. */
export type ToolCallRepairFunction<_Tools = AgentToolSet> = NonNullable<
  DurableAgentStreamOptions['experimental_repairToolCall']
>;
