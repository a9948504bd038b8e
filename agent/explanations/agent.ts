/** The explanations of the errors of `workflow/agent`. */
import { agentError } from '../contract/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of agents in workflow code. */
export const agentArea: Area = {
  title: 'Agents',
  about: '`workflow/agent`: what is wrong with the options of an agent, with its tools or its answer.',
  errors: explainCatalogue(agentError, {
    agent_outside_workflow: {
      why: `An agent answers in steps and waits of a run, and writes its chunks to a stream of that run. Code outside of a
workflow has none of these. You may make an agent anywhere; only \`stream()\` needs a run.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5' });

        export async function POST(request: Request) {
          const { messages, writable } = await request.json();
          return await agent.stream({ messages, writable });
        }
      `,
      right: code`
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5' });

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          return await agent.stream({ messages, writable: getWritable() });
        }

        export async function POST(request: Request) {
          const { messages } = await request.json();
          const run = await start(chat, [messages]);
          return createUIMessageStreamResponse({ stream: run.readable });
        }
      `,
      see: ['agents'],
    },
    agent_option_invalid: {
      sample: { option: 'topP', found: '1.5', expected: 'a number from 0 to 1' },
      why: `Providers refuse such a value only after the request was made. The agent checks it before it sends anything.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', topP: 1.5 });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', topP: 0.9 });
      `,
      see: ['agents'],
    },
    agent_option_unknown: {
      sample: { owner: 'stream()', option: 'maxStep', accepted: '"maxSteps"' },
      why: `A misspelled option would do nothing, without a word. The options of other agents, such as \`stopWhen\` of the AI SDK's
\`Agent\`, belong to \`stream()\` here.`,
      wrong: code`
        await agent.stream({ messages, writable: getWritable(), maxStep: 5 });
      `,
      right: code`
        await agent.stream({ messages, writable: getWritable(), maxSteps: 5 });
      `,
      see: ['agents'],
    },
    agent_prompt_twice: {
      why: `\`instructions\` is another name of \`system\`, as agents of the AI SDK have it. With both set, one would be left out
without a word.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', system: 'Be brief.', instructions: 'Be kind.' });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';

        const agent = new DurableAgent({ model: 'openai/gpt-5', instructions: 'Be brief and kind.' });
      `,
      see: ['agents'],
    },
    agent_model_not_sendable: {
      why: `Models are called in steps, on the host. The compiler moves a function to the host when it stands in the options of the
agent. A function from elsewhere in the workflow is known only at run time, and functions cannot be stored.`,
      wrong: code`
        import { openai } from '@ai-sdk/openai';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(size: 'small' | 'large') {
          'use workflow';
          const models = { small: async () => openai('gpt-5-mini'), large: async () => openai('gpt-5') };
          const agent = new DurableAgent({ model: models.small });
        }
      `,
      right: code`
        import { openai } from '@ai-sdk/openai';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(size: 'small' | 'large') {
          'use workflow';
          const agent = new DurableAgent({ model: async () => openai(size === 'small' ? 'gpt-5-mini' : 'gpt-5') });
        }
      `,
      see: ['agents'],
    },
    agent_function_not_sendable: {
      sample: { option: 'experimental_transform' },
      why: `This function runs on the host, in the step that calls the model. The compiler moves a function there when it stands
in the options of \`stream()\`. A function from elsewhere in the workflow is known only at run time, and functions cannot be stored.`,
      wrong: code`
        import { smoothStream } from 'ai';
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5' });
          const transforms = { smooth: () => smoothStream() };
          await agent.stream({ messages, writable: getWritable(), experimental_transform: transforms.smooth });
        }
      `,
      right: code`
        import { smoothStream } from 'ai';
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5' });
          await agent.stream({ messages, writable: getWritable(), experimental_transform: smoothStream() });
        }
      `,
      see: ['agents'],
    },
    agent_model_not_storable: {
      why: `Workflow code made an instance of a model. To reach the step that calls it, the instance would be stored in the
journal with everything it holds, also the key of the provider.`,
      wrong: code`
        import { createOpenAI } from '@ai-sdk/openai';
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const provider = createOpenAI({ apiKey: 'sk-…' });
          const agent = new DurableAgent({ model: provider('gpt-5') });
          return await agent.stream({ messages, writable: getWritable() });
        }
      `,
      right: code`
        import { createOpenAI } from '@ai-sdk/openai';
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: () => createOpenAI()('gpt-5') });
          return await agent.stream({ messages, writable: getWritable() });
        }
      `,
      see: ['agents'],
    },
    agent_tool_unknown: {
      sample: { option: 'activeTools', name: 'wheather', known: 'weather, search' },
      why: `A misspelled name would silently take a tool away. To give the model no tools, write \`activeTools: []\`.`,
      wrong: code`
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';
        import { search, weather } from '../lib/tools';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { weather, search } });
          await agent.stream({ messages, writable: getWritable(), activeTools: ['wheather'] });
        }
      `,
      right: code`
        import { getWritable } from 'workflow';
        import { DurableAgent } from 'workflow/agent';
        import { search, weather } from '../lib/tools';

        export async function chat(messages: ModelMessage[]) {
          'use workflow';
          const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { weather, search } });
          await agent.stream({ messages, writable: getWritable(), activeTools: ['weather'] });
        }
      `,
      see: ['agents'],
    },
    agent_tool_schema_unsupported: {
      sample: { toolName: 'weather' },
      why: `Models read the input of a tool as JSON Schema. This schema can check values, but it cannot describe itself as JSON
Schema: zod before 4.2 cannot, nor can a plain validation function.`,
      wrong: code`
        import { z } from 'zod/v3';

        const weather = { inputSchema: z.object({ city: z.string() }), execute: findWeather };
      `,
      right: code`
        import { z } from 'zod';

        const weather = { inputSchema: z.object({ city: z.string() }), execute: findWeather };
      `,
      see: ['agents'],
    },
    agent_output_invalid: {
      sample: { reason: 'age: Invalid input: expected number, received string' },
      why: `The model was asked for an answer of this form, and its last text does not have it. Usually the answer was cut off
(\`finishReason\` is \`length\`), or the model does not support structured output. \`onError\` gets the error, and the call rejects.`,
      see: ['agents'],
    },
    agent_telemetry_tracer: {
      why: `Spans begin in the step that calls the model, perhaps in another process. A tracer is an object of this process.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';

        new DurableAgent({ model, experimental_telemetry: { isEnabled: true, tracer: trace.getTracer('ai') } });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';

        new DurableAgent({ model, experimental_telemetry: { isEnabled: true, functionId: 'support' } });
      `,
      see: ['agents'],
    },
    agent_header_not_storable: {
      sample: { name: 'Authorization' },
      why: `The headers of an agent are arguments of the step that calls its model. Arguments of steps are stored in the journal, and
everyone who sees the run can read them. The compiler moves the expression in \`model\` to the host, and it is never stored.`,
      wrong: code`
        import { DurableAgent } from 'workflow/agent';
        import { openai } from 'workflow/agent/providers/openai';

        new DurableAgent({ model: openai()('gpt-5'), headers: { Authorization: \`Bearer \${token}\` } });
      `,
      right: code`
        import { DurableAgent } from 'workflow/agent';
        import { openai } from 'workflow/agent/providers/openai';

        new DurableAgent({ model: openai({ apiKey: process.env.TEAM_KEY })('gpt-5') });
      `,
      see: ['agents'],
    },
    agent_message_invalid: {
      sample: { index: 0, reason: 'it is a message of a chat, with parts' },
      why: `The model reads messages with \`role\` and \`content\`. Messages of a chat have \`parts\`, which may hold more than a
model may see. \`createChatHandler\` converts them; a route of your own must do it itself.`,
      wrong: code`
        const { messages } = await request.json(); // what useChat sends
        await start(chat, [messages]);
      `,
      right: code`
        const { messages } = await request.json();
        await start(chat, [await convertToModelMessages(messages)]);
      `,
      see: ['agents'],
    },
  }),
};
