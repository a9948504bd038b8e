/** `workflow/agent/testing`: a model server without network, for tests of agents. */
import '../../runtime/contract/node-version.ts';
export type { RecordedRequest, RequestEnd } from '../testing/exchange.ts';
export type { HeldReply as HeldTurn } from '../testing/faults.ts';
export type {
  ModelRequest,
  ProtocolName,
  RequestFile,
  RequestMessage,
  RequestSettings,
  RequestTool,
  RequestToolCall,
  RequestToolResult,
} from '../testing/model-request.ts';
export {
  type ModelServer,
  type ModelServerOptions,
  type ProviderSettings,
  startModelServer,
} from '../testing/model-server.ts';
export { type ModelRecorder, recordModels, type RecordModelsOptions } from '../testing/record-models.ts';
export { readRecording } from '../testing/recording.ts';
export type { Script, ScriptRule, When } from '../testing/script.ts';
export type {
  Pieces,
  RecordedAnswer,
  RecordedReply as RecordedTurn,
  RepeatedReply as RepeatedTurn,
  ReplyFaults as TurnFaults,
  ReplyFields as TurnFields,
  ReplyPart as TurnPart,
  ReplyPoint as TurnPoint,
  ReplySource as Reply,
  ScriptedError,
  ScriptedFile,
  ScriptedProviderTool,
  ScriptedReply as Turn,
  ScriptedSource,
  ScriptedToolCall,
  ScriptedUsage,
} from '../testing/reply.ts';
