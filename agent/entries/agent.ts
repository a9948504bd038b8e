/** `workflow/agent`: AI model loops as workflows. */
import '../../runtime/contract/node-version.ts';
export { DurableAgent } from '../loop/durable-agent.ts';
export { Output } from '../loop/output.ts';
export { hasToolCall, stepCountIs } from '../loop/stop-conditions.ts';
export type {
  AgentCallbacks,
  AgentModel,
  AsToolOptions,
  Budget,
  Compaction,
  DurableAgentOptions,
  DurableAgentStreamOptions,
  FinishEvent,
  OutputSpecification,
  PreparedStep,
  PrepareStepContext,
  RepairToolCall,
  StopCondition,
  SystemPrompt,
  Timeouts,
  ToolCallRepairContext,
} from '../contract/options.ts';
export type {
  DurableAgentStreamResult,
  FinishReason,
  StepResult,
  StoppedBy,
  ToolCall,
  ToolError,
  ToolResult,
  Usage,
} from '../contract/results.ts';
export type {
  AgentTool,
  AgentToolSet,
  ApprovalOptions,
  ApprovalRequest,
  ToolCallOptions,
  ToolSchema,
} from '../contract/tools.ts';
export type { ModelSettings, ToolChoice } from '../contract/model-call.ts';
export type { ApprovalAnswer, ControlMessage } from '../contract/control.ts';
export type {
  CompatibleLanguageModel,
  GenerationSettings,
  InferDurableAgentTools,
  InferDurableAgentUIMessage,
  PrepareStepCallback,
  PrepareStepInfo,
  PrepareStepResult,
  ProviderOptions,
  StreamTextOnAbortCallback,
  StreamTextOnErrorCallback,
  StreamTextOnFinishCallback,
  TelemetrySettings,
  ToolCallRepairFunction,
} from '../contract/other-names.ts';
