/** Every error of the transport; apart from those of the handler, because browsers load them. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of the chat transport, which runs in browsers. */
export const transportError = defineErrors({
  agent_chat_unreachable: {
    message: ({ status, text }: { status: number; text: string }) => `The chat answered with status ${status}: ${text}`,
    fix: () => 'check the option "api" of WorkflowChatTransport, and the log of the server',
  },
  agent_chat_run_unfollowed: {
    message: () => 'This transport has not seen a run of this chat yet.',
    fix: () => 'send a message or resume the stream first, or pass { runId } or { chatId }',
  },
});
