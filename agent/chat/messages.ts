/** Every error of the chat handler. Its responses tell nothing about the inside of the server. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of the chat handler. */
export const chatError = defineErrors({
  agent_chat_request_invalid: {
    message: ({ expected }: { expected: string }) => `The body of this request must be JSON with ${expected}.`,
    fix: () => 'send what useChat sends, or use WorkflowChatTransport',
  },
  agent_chat_messages_invalid: {
    message: ({ expected }: { expected: string }) =>
      `The messages of this request cannot be sent to a model: ${expected}.`,
    fix: () =>
      'send the messages of useChat as they are; instructions for the model belong to the agent, not to the client',
  },
  agent_chat_route_unknown: {
    message: () => 'There is nothing at this address.',
    fix: () => 'mount the chat handler on a route and all paths below it, such as /api/chat and /api/chat/*',
  },
  agent_chat_method_invalid: {
    message: ({ method, allowed }: { method: string; allowed: string }) =>
      `${method} is not known here, only ${allowed}.`,
    fix: ({ allowed }: { method: string; allowed: string }) => `send the request with ${allowed}`,
  },
  agent_chat_forbidden: {
    message: () => 'You may not do this.',
    fix: () => 'sign in as somebody who may take part in this chat; the option "authorize" of the chat handler decides',
  },
  agent_chat_run_unknown: {
    message: () => 'There is no such run or chat.',
    fix: () => 'use the run id of the answer to the first message, or the id of a chat that has a run under way',
  },
  agent_chat_run_over: {
    message: () => 'The agent has finished and takes nothing more.',
    fix: () => 'send a new message',
  },
  agent_chat_approval_unknown: {
    message: () => 'Nobody has asked for this approval.',
    fix: () => 'pass the id of the approval request as the stream has it',
  },
  agent_chat_approval_answered: {
    message: () => 'This approval was already answered, or has expired.',
    fix: () => 'read the outcome from the stream',
  },
  agent_chat_run_failed: {
    message: () => 'The agent could not finish its answer.',
    fix: () => 'send the message again; the log of the server and the journal of the run say why it failed',
  },
  agent_chat_run_cancelled: {
    message: () => 'The agent was cancelled before it finished its answer.',
    fix: () => 'send the message again',
  },
  agent_chat_failed: {
    message: () => 'The request could not be answered.',
    fix: () => 'see the log of the server for the reason',
  },
});
