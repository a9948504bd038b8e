/** The explanations of the errors of `workflow/agent`. */
import { agentError } from '../contract/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of agents in workflow code. */
export const agentArea: Area = {
  title: 'Agents',
  about: '`workflow/agent`: what is wrong with the options of an agent, with its tools or its answer.',
  errors: explainCatalogue(agentError, {
    agent_outside_workflow: {
      why: `An answer of an agent is made of steps and waits of a run, and its chunks are a stream of that run. Code outside of
a workflow has none of these. An agent may be made anywhere; only \`stream()\` needs the run.`,
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
      why: `Providers refuse such a value with an error of their own, after the request was made. It is refused here before
anything is sent.`,
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
    agent_model_not_sendable: {
      why: `Models are called in steps, on the host. The compiler moves a function there that stands in the options of the
agent; one that comes from elsewhere in the workflow is known only at run time, and functions cannot be stored.`,
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
      why: `The answer of a model streams through a step, on the host, and so does what it loads. The compiler moves a function
there that stands in the options of \`stream()\`; one that comes from elsewhere in the workflow is known only at run time, and
functions cannot be stored.`,
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
      why: `An instance of a model was made in workflow code. To reach the step that calls it, it would be stored in the journal
with all it holds, the key of the provider included.`,
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
      why: `A name that is misspelled would silently be a tool less. \`activeTools: []\` gives the model none.`,
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
      why: `A model is told what a tool takes in JSON Schema. The schema can check values, but cannot describe itself so: zod
before 4.2 cannot, nor can a plain validation function.`,
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
      why: `The model was asked for an answer of this form, and its last text is none. Mostly the answer was cut off
(\`finishReason\` is \`length\`), or the model does not know structured output. The error is given to \`onError\`, and the call rejects.`,
      see: ['agents'],
    },
    agent_telemetry_tracer: {
      why: `Spans begin where the model is called, in a step, perhaps in another process. A tracer is an object of this one.`,
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
      why: `The headers of an agent are part of each call of its model, and what a step is called with is in the journal, readable
for everyone who can see the run. What makes the model is moved to the host by the compiler and is never stored.`,
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
      why: `The model reads messages with \`role\` and \`content\`. A chat has messages with \`parts\`, which may hold more than a
model may see. \`createChatHandler\` converts them; a route of your own has to.`,
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
