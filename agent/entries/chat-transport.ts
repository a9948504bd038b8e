/** `workflow/agent/chat-transport`: the client of a chat with an agent, for browsers. */
import '../../runtime/contract/node-version.ts';
export {
  WorkflowChatTransport,
  type ApproveOptions,
  type ChatTarget,
  type ResumeOptions,
} from '../chat/chat-transport.ts';
export type { ClientVersion } from '../chat/chunk-adapter.ts';
export type {
  PreparedRequest,
  ReconnectOptions,
  ReconnectPreparationContext,
  SendMessagesOptions,
  SendPreparationContext,
  WorkflowChatTransportOptions,
} from '../chat/transport-options.ts';
