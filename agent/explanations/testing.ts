/** The explanations of the errors of `workflow/agent/testing`. */
import { agentTestingError } from '../testing/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of the scripted model server. */
export const agentTestingArea: Area = {
  title: 'Testing agents',
  about:
    '`workflow/agent/testing`. What is wrong with a script is told to the client that asked, and is in `problems` of the model server.',
  errors: explainCatalogue(agentTestingError, {
    agent_turn_missing: {
      sample: { call: 3, prompt: 'How is the weather?', step: 2 },
      why: `A list is used up with its last reply, and of rules none may fit. The client is told with a status that it
does not try again, so the test ends instead of hanging. Mostly a model was called once more than the test expected: after
the results of a tool there is another call, and a retry is a call as well.`,
      wrong: code`
        const models = await startModelServer({
          script: [{ toolCalls: [{ name: 'weather', input: { city: 'Rome' } }] }],
        });
      `,
      right: code`
        const models = await startModelServer({
          script: [{ toolCalls: [{ name: 'weather', input: { city: 'Rome' } }] }, 'It is sunny.'],
        });
      `,
      see: ['agentTesting'],
    },
    agent_turn_unsupported: {
      sample: { protocol: 'openai-chat', part: 'a file' },
      why: `The server says what the real provider could say and nothing else, because a test of something that cannot
happen proves nothing. Only the AI gateway has all there is.`,
      wrong: code`
        const models = await startModelServer({ script: [{ files: [{ mediaType: 'image/png', base64 }] }] });
        const model = createOpenAI(models.openai).chat('gpt-5');
      `,
      right: code`
        const models = await startModelServer({ script: [{ files: [{ mediaType: 'image/png', base64 }] }] });
        const model = createGateway(models.gateway)('google/gemini-3-pro');
      `,
      see: ['agentTesting'],
    },
    agent_script_failed: {
      sample: { call: 1, reason: "Cannot read properties of undefined (reading 'output')" },
      why: `A function of the script threw, or its reply holds what cannot be sent as JSON. An assertion in such a function
ends here as well: look at \`problems\` at the end of the test, or assert on \`requests\` there.`,
      wrong: code`
        const models = await startModelServer({
          script: ({ toolResults }) => String(toolResults[0].output),
        });
      `,
      right: code`
        const models = await startModelServer({
          script: ({ toolResults }) => String(toolResults[0]?.output ?? 'nothing yet'),
        });
      `,
      see: ['agentTesting'],
    },
    agent_script_invalid: {
      sample: { found: 'a list of rules and replies mixed' },
      why: `A list of replies is taken in its order, and a list of rules by what fits. One that is both has no meaning; a rule
that always fits stands for all other requests.`,
      wrong: code`
        const models = await startModelServer({
          script: [{ when: 'weather', reply: 'sunny' }, 'no idea'],
        });
      `,
      right: code`
        const models = await startModelServer({
          script: [
            { when: 'weather', reply: 'sunny' },
            { when: () => true, reply: 'no idea' },
          ],
        });
      `,
      see: ['agentTesting'],
    },
    agent_model_path_unknown: {
      sample: { method: 'POST', path: '/v1/embeddings' },
      why: `The server finds the protocol by the end of the path: \`/chat/completions\`, \`/responses\`, \`/messages\` and
\`/language-model\`. Embeddings, images and lists of models are not scripted.`,
      see: ['agentTesting'],
    },
    agent_model_request_unreadable: {
      sample: { protocol: 'openai-chat', reason: "Cannot read properties of undefined (reading 'filter')" },
      why: `The body is no JSON, or has not what every request of this protocol has. Clients of the providers do not send such
requests; a call by hand may.`,
      see: ['agentTesting'],
    },
    agent_model_server_closed: {
      sample: { awaited: 'request 2' },
      why: `\`called\` and \`held\` wait for what has not come yet. When the server is closed it never comes, and waiting on
would only end with the time limit of the test.`,
      see: ['agentTesting'],
    },
    agent_recording_invalid: {
      sample: { file: 'test/recordings/weather.json' },
      why: `The file is not one that \`recordModels\` wrote, or one of a version of this package with another format.`,
      see: ['agentTesting'],
    },
    agent_recording_mismatch: {
      sample: { call: 1, recorded: 'anthropic', asked: 'openai-responses' },
      why: `A recording is replayed byte for byte, and what one provider said is nonsense to the client of another. OpenAI has
two protocols: \`openai('gpt-5')\` speaks responses and \`openai.chat('gpt-5')\` chat completions.`,
      see: ['agentTesting'],
    },
  }),
};
