/** The explanations of the errors of model calls and of `workflow/agent/providers`. */
import { modelError } from '../model/messages.ts';
import { providerError } from '../providers/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

const MODEL = 'openai.responses:gpt-5';

/** Explains the errors of models and of their providers. */
export const agentModelsArea: Area = {
  title: 'Models of agents',
  about:
    'An agent calls its model in a step. What goes wrong there reaches `onError` and fails the call of `stream()`, after the retries that the agent has for failures that pass.',
  errors: [
    ...explainCatalogue(modelError, {
      agent_sdk_missing: {
        why: `Agents call models with the AI SDK. It is not a part of this package: you choose its version. The step that calls
the model loads it, so install it where steps run.`,
        right: { sh: 'npm install ai' },
        see: ['agents'],
      },
      agent_sdk_unsupported: {
        why: `Agents work with versions 5, 6 and 7 of the package \`ai\`. The one that is found from the step is older, mostly
because another package brought it along.`,
        wrong: { sh: 'npm ls ai   # 4.3.19' },
        right: { sh: 'npm install ai@latest' },
        see: ['agents'],
      },
      agent_model_invalid: {
        sample: { found: 'undefined' },
        why: `The option was a function or a name, and what came of it is no language model: a function without
\`return\`, or a provider where a model of it was meant.`,
        wrong: code`
          const agent = new DurableAgent({
            model: async () => {
              createOpenAI()('gpt-5');
            },
          });
        `,
        right: code`
          const agent = new DurableAgent({ model: async () => createOpenAI()('gpt-5') });
        `,
        see: ['agents'],
      },
      agent_model_version_unsupported: {
        sample: { model: 'gpt-5', version: 'v4', sdkMajor: 6 },
        why: `Each version of the AI SDK has its own provider packages. A newer provider package makes models that the installed
\`ai\` cannot call; version 5 takes no older ones either.`,
        wrong: { sh: 'npm install ai@6 @ai-sdk/openai@4' },
        right: { sh: 'npm install ai@6 @ai-sdk/openai@3' },
        see: ['agents'],
      },
      agent_function_invalid: {
        sample: { option: 'experimental_transform', found: 'an object' },
        why: `The compiler moves what stands in this option to the host, where the AI SDK calls it. What it gave there is
not what the AI SDK takes.`,
        wrong: code`
          await agent.stream({ messages, writable, experimental_transform: new TransformStream() });
        `,
        right: code`
          await agent.stream({ messages, writable, experimental_transform: () => new TransformStream() });
        `,
        see: ['agents'],
      },
      agent_download_refused: {
        sample: { address: 'http://10.0.0.7/report.pdf', reason: 'its host is in a private network' },
        why: `A message names a file by its address, and the model does not load it itself, so the process that runs the steps
does. Addresses come from whoever writes to the chat. So only hosts with public addresses are asked, on each redirect
as well, and only those of \`downloadHosts\` if that is given.`,
        right: code`
          const agent = new DurableAgent({ model, downloadHosts: ['*', 'minio.internal:9000'] });
        `,
        see: ['agents'],
      },
      agent_prompt_invalid: {
        sample: { reason: 'Invalid prompt: The messages do not match the ModelMessage[] schema.' },
        why: `The AI SDK checks the messages before it asks the provider, and loads the files that the provider does not load
itself. Messages of a chat (\`UIMessage\`) have another form.`,
        wrong: code`
          const { messages } = await request.json();
          await start(chat, [messages]);
        `,
        right: code`
          const { messages } = await request.json();
          await start(chat, [await convertToModelMessages(messages)]);
        `,
        see: ['agents'],
      },
      agent_model_refused: {
        sample: {
          model: MODEL,
          status: ' (HTTP 401)',
          reason: 'Incorrect API key provided: [key].',
          fix: "check the provider's API key in the environment of the process that runs the steps.",
        },
        why: `The provider refused for a reason that does not pass by itself: a wrong key, an unknown model, a setting or a
message that it does not take. So the call was made once and is not tried again. The text is the provider's, without
keys and without texts of the prompt; the error also has \`statusCode\`, \`provider\` and \`modelId\`.`,
        see: ['agents'],
      },
      agent_model_unavailable: {
        sample: { model: MODEL, status: ' (HTTP 429)', reason: 'Rate limit reached for gpt-5.' },
        why: `The provider could not be reached, was overloaded, limited the rate, failed, or its answer broke off. The agent
tries again as often as \`maxRetries\` says, and waits as long as the provider asks for, up to a day; the run sleeps
meanwhile. This error is that of the last try.`,
        right: code`
          const agent = new DurableAgent({ model: 'openai/gpt-5', maxRetries: 5 });
        `,
        see: ['agents'],
      },
    }),
    ...explainCatalogue(providerError, {
      agent_provider_missing: {
        sample: { provider: 'openai', packageName: '@ai-sdk/openai' },
        why: `\`workflow/agent/providers/openai\` only names models. The provider's package of the AI SDK calls them. The step loads
that package, so install it where steps run.`,
        right: { sh: 'npm install @ai-sdk/openai' },
        see: ['agents'],
      },
      agent_key_not_storable: {
        sample: { provider: 'openai', option: 'apiKey' },
        why: `A model that is made in workflow code crosses to the step that calls it, and what crosses is in the journal.
There a key would be readable for everyone who can see the run. What stands in the options of the agent itself is
moved to the host by the compiler and is never stored. On the host a key that is the value of a variable of the
environment is stored as the name of that variable.`,
        wrong: code`
          export async function chat(messages: ModelMessage[], apiKey: string) {
            'use workflow';
            const model = openai({ apiKey })('gpt-5');
            return await new DurableAgent({ model }).stream({ messages, writable: getWritable() });
          }
        `,
        right: code`
          export async function chat(messages: ModelMessage[]) {
            'use workflow';
            const agent = new DurableAgent({ model: openai({ apiKey: process.env.TEAM_KEY })('gpt-5') });
            return await agent.stream({ messages, writable: getWritable() });
          }
        `,
        see: ['agents'],
      },
      agent_key_unset: {
        sample: { provider: 'openai', option: 'apiKey', variable: 'TEAM_KEY' },
        why: `The model was stored with the name of the variable that had its key. The process that now runs the step does not
have that variable: it is another machine, or another deployment.`,
        right: { sh: 'TEAM_KEY=… node server.js' },
        see: ['agents'],
      },
      agent_provider_setting_invalid: {
        sample: { provider: 'openai', setting: 'api', found: 'fax', known: 'responses, chat, completion' },
        why: `Some providers have several interfaces for the same model. The setting says which one is used; left out, it is
the one that the provider's package prefers.`,
        wrong: code`
          openai('gpt-5', { api: 'fax' });
        `,
        right: code`
          openai('gpt-5', { api: 'chat' });
        `,
        see: ['agents'],
      },
    }),
  ],
};
