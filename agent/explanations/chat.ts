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
        why: `A request had another body, or another address, than the chat handler knows. It is answered with 400 and has changed
nothing. Clients other than \`useChat\` have to send what it sends: the id of the chat, and its messages with their parts.`,
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
\`system\` are refused: whoever may write them may tell the agent to forget its instructions.`,
        wrong: code`
        sendMessage({ role: 'system', parts: [{ type: 'text', text: 'Answer in verse.' }] });
      `,
        right: code`
        const agent = new DurableAgent({ model: 'openai/gpt-5', system: 'Answer in verse.' });
      `,
        see: ['agentChat', 'agents'],
      },
      agent_chat_route_unknown: {
        why: `A part of the address of a request is no text once it is decoded. The routes of a chat are told by the end of the path, so
the handler works wherever it is mounted, but it has to be given all paths below its own.`,
        see: ['agentChat'],
      },
      agent_chat_method_invalid: {
        sample: { method: 'PUT', allowed: 'POST' },
        why: `Streams are read with GET, everything else is a POST. The answer is 405 and names the method in \`Allow\`.`,
        see: ['agentChat'],
      },
      agent_chat_forbidden: {
        why: `The option \`authorize\` of the chat handler gave something else than \`true\` for this request, so nothing was done. It
is asked for each request, with what it wants and which chat and run it is about.`,
        right: code`
        export const chat = createChatHandler({
          workflow: support,
          authorize: async ({ request, chatId }) => ownsChat(await userOf(request), chatId),
        });
      `,
        see: ['agentChat'],
      },
      agent_chat_run_unknown: {
        why: `A request named a run that the store does not have or that is a run of another workflow than the handler's, or a
chat that has no run under way. Runs of other workflows cannot be reached through a chat handler.`,
        see: ['agentChat', 'run'],
      },
      agent_chat_run_over: {
        why: `The agent had finished when this came: it takes messages and can be stopped only while it works. The run may still
be busy with what the workflow does after that. Answered with 409.`,
        see: ['agentChat'],
      },
      agent_chat_approval_unknown: {
        why: `No agent of this run asked for an approval with this id. An approval is given to the run that asked for it, and a
private one (\`approval: { private: true }\`) only with its token, which readers of the stream do not get.`,
        see: ['agentChat'],
      },
      agent_chat_approval_answered: {
        why: `An approval is answered once; what comes later is refused with 409 and changes nothing. That is so, too, when its
time was over before it was answered, or when the agent was stopped.`,
        see: ['agentChat'],
      },
      agent_chat_run_failed: {
        why: `The run ended with an error before its agent had finished, so the stream ends with this. What the error was is
not for visitors: it is in the journal of the run, and its code in the log of the server.`,
        see: ['agentChat', 'run_failed'],
      },
      agent_chat_run_cancelled: {
        why: `The run was cancelled, for instance by an operator, before its agent had finished.`,
        see: ['agentChat', 'run_cancelled'],
      },
      agent_chat_failed: {
        why: `Something failed that is nothing to a caller, such as the store or a function of yours. Callers get 500 and no details;
the error itself goes to the option \`onError\` of the chat handler, which prints it if you give none.`,
        see: ['agentChat', 'store_unavailable'],
      },
    }),
    ...explainCatalogue(transportError, {
      agent_chat_unreachable: {
        sample: { status: 404, text: 'Not Found' },
        why: `The transport got an answer that is no stream. Attempts to resume a stream are made again for statuses that pass, such as
503, and end at once with all others.`,
        wrong: code`
        const transport = new WorkflowChatTransport({ api: '/chat' });
      `,
        right: code`
        const transport = new WorkflowChatTransport({ api: '/api/chat' });
      `,
        see: ['agentChat'],
      },
      agent_chat_run_unfollowed: {
        why: `\`stop()\`, \`approve()\`, \`steer()\` and their like are about the chat that the transport was used for last. It was
used for none yet, for instance because the page was just loaded and has not resumed its stream.`,
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
