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
      why: `A list is used up after its last reply, and it may be that no rule fits. The client gets a status after which it does
not try again, so the test ends instead of hanging. Usually the model was called once more than the test expected: there
is another call after the results of a tool, and a retry is a call as well.`,
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
      why: `The server says only what the real provider could say, because a test of something impossible proves nothing. Only
the AI gateway supports every part.`,
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
      why: `A function of the script threw, or its reply holds a value that cannot be sent as JSON. A failed assertion in such a
function ends here as well: check \`problems\` at the end of the test, or assert on \`requests\` there.`,
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
      why: `A list of replies is used in order; in a list of rules the first that fits is used. A mixed list has no meaning. Use a
rule that always fits for all other requests.`,
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
      why: `The body is not JSON, or lacks a field that every request of this protocol has. Clients of the providers do not send
such requests; a call by hand may.`,
      see: ['agentTesting'],
    },
    agent_model_server_closed: {
      sample: { awaited: 'request 2' },
      why: `\`called\` and \`held\` wait for requests that have not come yet. After the server is closed they never come, and the
test would only end with its time limit.`,
      see: ['agentTesting'],
    },
    agent_recording_invalid: {
      sample: { file: 'test/recordings/weather.json' },
      why: `\`recordModels\` did not write this file, or another version of this package wrote it in another format.`,
      see: ['agentTesting'],
    },
    agent_recording_mismatch: {
      sample: { call: 1, recorded: 'anthropic', asked: 'openai-responses' },
      why: `A recording is replayed byte for byte, and a client cannot read the bytes of another provider. OpenAI has two
protocols: \`openai('gpt-5')\` speaks responses and \`openai.chat('gpt-5')\` chat completions.`,
      see: ['agentTesting'],
    },
  }),
};
