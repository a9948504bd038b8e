/** The explanations of the errors of `workflow/agent/chat` and its transport. */
import { chatError } from '../chat/messages.ts';
import { transportError } from '../chat/transport-messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of the chat handler and its transport. */
export const agentChatArea: Area = {
  title: 'Chats with agents',
  about:
    '`workflow/agent/chat` answers with `{ "error": { "code", "message" } }`; `workflow/agent/chat-transport` shows them to `useChat`.',
  errors: [
    ...explainCatalogue(chatError, {
      agent_chat_request_invalid: {
        sample: { expected: '"id", the id of the chat, and "messages", a list of at least one message' },
        why: `A request has a body or an address that the chat handler does not know. The handler answers 400 and changes nothing.
Clients other than \`useChat\` must send the same: the id of the chat, and its messages with their parts.`,
        wrong: code`
        await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ prompt: 'Where is my order?' }) });
      `,
        right: code`
        const parts = [{ type: 'text', text: 'Where is my order?' }];
        const messages = [{ id: crypto.randomUUID(), role: 'user', parts }];
        await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ id: chatId, messages }) });
      `,
        see: ['agentChat'],
      },
      agent_chat_messages_invalid: {
        sample: { expected: 'number 1 is by neither "user" nor "assistant"' },
        why: `The messages of a client become messages for the model, so they are checked first. Messages with the role
\`system\` are refused: with them a client could tell the agent to forget its instructions.`,
        wrong: code`
        sendMessage({ role: 'system', parts: [{ type: 'text', text: 'Answer in verse.' }] });
      `,
        right: code`
        const agent = new DurableAgent({ model: 'openai/gpt-5', system: 'Answer in verse.' });
      `,
        see: ['agentChat', 'agents'],
      },
      agent_chat_route_unknown: {
        why: `A part of the address is not valid text after decoding. The handler recognises its
routes by the end of the path, so you can mount it anywhere, but it must get all paths below its own.`,
        see: ['agentChat'],
      },
      agent_chat_method_invalid: {
        sample: { method: 'PUT', allowed: 'POST' },
        why: `Streams are read with GET, everything else is a POST. The answer is 405 and names the method in \`Allow\`.`,
        see: ['agentChat'],
      },
      agent_chat_forbidden: {
        why: `The option \`authorize\` of the chat handler did not return \`true\` for this request, so nothing was done. It is
called for each request, with the action, the chat and the run.`,
        right: code`
        export const chat = createChatHandler({
          workflow: support,
          authorize: async ({ request, chatId }) => ownsChat(await userOf(request), chatId),
        });
      `,
        see: ['agentChat'],
      },
      agent_chat_run_unknown: {
        why: `The store does not have the run, or the run belongs to another workflow than the handler's, or the chat has no
run under way. A chat handler cannot reach runs of other workflows.`,
        see: ['agentChat', 'run'],
      },
      agent_chat_run_over: {
        why: `The agent had finished when the request came. It takes messages, and can be stopped, only while it works. The
workflow may still be busy with its later code. The status is 409.`,
        see: ['agentChat'],
      },
      agent_chat_approval_unknown: {
        why: `No agent of this run asked for an approval with this id. Give an approval to the run that asked for it. A private
one (\`approval: { private: true }\`) needs its token, which readers of the stream do not get.`,
        see: ['agentChat'],
      },
      agent_chat_approval_answered: {
        why: `An approval is answered once. Later answers are refused with 409 and change nothing. The same happens when the
approval expired, or when the agent was stopped.`,
        see: ['agentChat'],
      },
      agent_chat_run_failed: {
        why: `The run failed before its agent had finished, so the stream ends with this message. Visitors do not see the error:
it is in the journal of the run, and its code is in the log of the server.`,
        see: ['agentChat', 'run_failed'],
      },
      agent_chat_run_cancelled: {
        why: `The run was cancelled, for instance by an operator, before its agent had finished.`,
        see: ['agentChat', 'run_cancelled'],
      },
      agent_chat_failed: {
        why: `The server failed at something that callers need not know, such as the store or a function of yours. Callers get 500 and no details.
The option \`onError\` of the chat handler gets the error; without that option it is printed.`,
        see: ['agentChat', 'store_unavailable'],
      },
    }),
    ...explainCatalogue(transportError, {
      agent_chat_unreachable: {
        sample: { status: 404, text: 'Not Found' },
        why: `The response to the transport is not a stream. The transport tries to resume a stream again after passing statuses, such
as 503, and gives up at once after all others.`,
        wrong: code`
        const transport = new WorkflowChatTransport({ api: '/chat' });
      `,
        right: code`
        const transport = new WorkflowChatTransport({ api: '/api/chat' });
      `,
        see: ['agentChat'],
      },
      agent_chat_run_unfollowed: {
        why: `\`stop()\`, \`approve()\`, \`steer()\` and the like act on the chat that the transport was last used for. It was not used
yet, for instance because the page has just loaded and has not resumed its stream.`,
        wrong: code`
        const transport = new WorkflowChatTransport();
        await transport.stop();
      `,
        right: code`
        const transport = new WorkflowChatTransport();
        await transport.stop({ chatId: 'chat-42' });
      `,
        see: ['agentChat'],
      },
    }),
  ],
};
