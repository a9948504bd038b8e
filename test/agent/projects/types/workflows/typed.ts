/** Has to compile with each version of the AI SDK; what stands behind `@ts-expect-error` must not. */
import { createOpenAI } from '@ai-sdk/openai';
import {
  convertToModelMessages,
  dynamicTool,
  jsonSchema,
  type ModelMessage,
  Output as SdkOutput,
  smoothStream,
  tool,
  type UIMessage,
} from 'ai';
import { getWritable } from 'workflow';
import {
  DurableAgent,
  type DurableAgentOptions,
  type DurableAgentStreamOptions,
  type DurableAgentStreamResult,
  type FinishReason,
  hasToolCall,
  type InferDurableAgentTools,
  type InferDurableAgentUIMessage,
  Output,
  stepCountIs,
} from 'workflow/agent';
import { openai } from 'workflow/agent/providers/openai';
import { z } from 'zod';

const City = z.object({ city: z.string() });

async function lookUp({ city }: { city: string }) {
  'use step';
  return { city, degrees: 21 };
}

const tools = {
  ours: { description: 'Ours', inputSchema: City, execute: lookUp },
  ofSdk: tool({ inputSchema: City, execute: ({ city }) => city.length }),
  withOptions: tool({ inputSchema: City, execute: ({ city }, { toolCallId }) => `${toolCallId} ${city}` }),
  byJsonSchema: tool({ inputSchema: jsonSchema<{ city: string }>({ type: 'object' }), execute: ({ city }) => city }),
  dynamic: dynamicTool({ inputSchema: z.unknown(), execute: async (input) => JSON.stringify(input) }),
  ofClient: tool({ inputSchema: City }),
  search: createOpenAI().tools.webSearch({}),
  typed: {
    inputSchema: City,
    execute: (input: { city: string }, options: { toolCallId: string; messages: ModelMessage[] }) =>
      `${input.city} ${options.toolCallId} ${options.messages.length}`,
    needsApproval: ({ city }: { city: string }) => city === 'Oslo',
  },
};

const agentOf = () => new DurableAgent({ model: 'openai/gpt-5', tools: { ours: tools.ours, ofSdk: tools.ofSdk } });
type Agent = ReturnType<typeof agentOf>;
export const namesOfTools: readonly (keyof InferDurableAgentTools<Agent>)[] = ['ours', 'ofSdk'];

/** The card of a tool knows its input and its output. */
export const cards = (message: InferDurableAgentUIMessage<Agent, { at: string }>): (string | undefined)[] =>
  message.parts.map((part) => {
    if (part.type === 'tool-ours' && part.state === 'output-available')
      return `${part.input.city} ${part.output.degrees.toFixed()} ${message.metadata?.at}`;
    // @ts-expect-error There is no such tool.
    if (part.type === 'tool-nothing') return undefined;
    return part.type === 'text' ? part.text : undefined;
  });

export async function everyOption(chat: UIMessage[]) {
  'use workflow';
  const options: DurableAgentOptions = {
    model: async () => createOpenAI()('gpt-5'),
    tools,
    system: 'Be brief.',
    toolChoice: 'auto',
    maxOutputTokens: 1,
    temperature: 0,
    topP: 1,
    topK: 1,
    presencePenalty: 0,
    frequencyPenalty: 0,
    stopSequences: ['END'],
    seed: 1,
    maxRetries: 2,
    experimental_telemetry: { isEnabled: true },
  };
  const agent = new DurableAgent(options);
  const streamOptions: DurableAgentStreamOptions<{ city: string }> = {
    messages: await convertToModelMessages(chat),
    writable: getWritable(),
    system: 'Be kind.',
    preventClose: false,
    sendStart: true,
    sendFinish: true,
    maxSteps: 3,
    stopWhen: [stepCountIs(3), hasToolCall('ours'), async ({ steps }) => steps.length > 2],
    toolChoice: { type: 'tool', toolName: 'ours' },
    activeTools: ['ours'],
    experimental_output: Output.object({ schema: City }),
    collectUIMessages: true,
    includeRawChunks: true,
    prepareStep: async ({ messages, stepNumber }) => (stepNumber > 0 ? { messages: messages.slice(-5) } : {}),
    onStepFinish: ({ usage, text }) => console.log(usage.promptTokens, text),
    onFinish: async ({ messages }) => console.log(messages.length),
    onError: ({ error }) => console.error(error),
    onAbort: () => {},
    experimental_context: { tenant: 1 },
    experimental_repairToolCall: async ({ toolCall }) => ({ ...toolCall, input: '{}' }),
    experimental_transform: [smoothStream()],
    experimental_download: async (files: { url: URL }[]) => files.map(() => null),
  };
  const result: DurableAgentStreamResult<{ city: string }> = await agent.stream(streamOptions);
  const messages: ModelMessage[] = result.messages;
  const ui: UIMessage[] | undefined = result.uiMessages;
  const reason: FinishReason = result.steps[0]!.finishReason;
  const { promptTokens, totalTokens } = result.steps[0]!.usage;
  const { id, model, timestamp } = result.steps[0]!.response;
  return { messages, ui, reason, promptTokens, totalTokens, id, model, day: timestamp.getDay() };
}

export async function outputs(messages: ModelMessage[]) {
  'use workflow';
  const agent = new DurableAgent({ model: openai({ apiKey: 'key' })('gpt-5'), tools });
  const options = { messages, writable: getWritable() };
  const object = await agent.stream({ ...options, experimental_output: Output.object({ schema: City }) });
  const city: string | undefined = object.experimental_output?.city;
  // @ts-expect-error It is a text.
  const wrongCity: number | undefined = object.experimental_output?.city;
  const byJson = await agent.stream({
    ...options,
    experimental_output: Output.object({ schema: jsonSchema<{ degrees: number }>({ type: 'object' }) }),
  });
  const degrees: number | undefined = byJson.experimental_output?.degrees;
  const array = await agent.stream({ ...options, experimental_output: Output.array({ element: City }) });
  const first: string | undefined = array.experimental_output?.[0]?.city;
  const choice = await agent.stream({ ...options, experimental_output: Output.choice({ options: ['sun', 'rain'] }) });
  const weather: 'sun' | 'rain' | undefined = choice.experimental_output;
  const ofSdk = await agent.stream({ ...options, experimental_output: SdkOutput.object({ schema: City }) });
  const cityOfSdk: string | undefined = ofSdk.experimental_output?.city;
  const plain = await agent.stream(options);
  const none: undefined = plain.experimental_output;
  return { city, wrongCity, degrees, first, weather, cityOfSdk, none };
}

export async function mistakes(messages: ModelMessage[]) {
  'use workflow';
  // @ts-expect-error A model is needed.
  const agent = new DurableAgent({ tools });
  // @ts-expect-error A stream is needed.
  await agent.stream({ messages });
  // @ts-expect-error There is no such choice.
  await agent.stream({ messages, writable: getWritable(), toolChoice: 'sometimes' });
  // @ts-expect-error Messages of a chat have to be converted.
  await agent.stream({ messages: [{ id: '1', role: 'user', parts: [] }], writable: getWritable() });
}
