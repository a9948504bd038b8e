/** `workflow/agent/chat`: the server of a chat with an agent. */
import '../../runtime/contract/node-version.ts';
export { createChatHandler } from '../chat/chat-handler.ts';
export type {
  AuthorizeContext,
  ChatAction,
  ChatHandlerOptions,
  ChatWorkflow,
  SendContext,
} from '../chat/chat-options.ts';
export type { ClientVersion } from '../chat/chunk-adapter.ts';
export type { ChatBody } from '../chat/read-messages.ts';
export { settleApprovals } from '../contract/settle-approvals.ts';
export { toUIMessageResponse, type UIMessageResponseOptions } from '../chat/ui-message-response.ts';
