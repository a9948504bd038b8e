/** The same conversation by the AI SDK and by an agent. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai from 'ai';
import { getWritable } from 'workflow';
import { DurableAgent, Output, stepCountIs } from 'workflow/agent';
import { z } from 'zod';
import { FORMS, tools } from './tools.ts';

const settings = (path: string) => ({ baseURL: `${process.env['MODEL_URL']}${path}`, apiKey: 'test-key' });

const MODELS: Record<string, () => any> = {
  'openai chat': () => createOpenAI(settings('/v1')).chat('gpt-4o'),
  'openai responses': () => createOpenAI(settings('/v1')).responses('gpt-5'),
  'openai compatible': () =>
    createOpenAICompatible({ name: 'scripted', includeUsage: true, ...settings('/v1') })('model'),
  anthropic: () => createAnthropic(settings('/v1'))('claude-sonnet-4-5'),
  gateway: () => ai.createGateway(settings('/v3/ai'))('scripted/model'),
};

/** The search of each provider, which the provider executes itself. */
const SEARCHES: Record<string, object> = {
  'openai responses': { id: 'openai.web_search', args: { searchContextSize: 'low' } },
  gateway: { id: 'scripted.web_search', args: {} },
  anthropic: { id: 'anthropic.web_search_20250305', args: { maxUses: 2 } },
};

const providerTool = 'ToolLoopAgent' in ai ? 'provider' : 'provider-defined';

const toolsOf = ({ provider, searches }: Asked): any =>
  searches
    ? { ...tools, web_search: { type: providerTool, inputSchema: z.looseObject({}), ...SEARCHES[provider] } }
    : tools;

interface Asked {
  provider: string;
  /** Whether the provider's own search is there, too. */
  searches?: boolean;
  /** Form of the answer. */
  output?: string;
  options?: object;
}

const cacheControl = { anthropic: { cacheControl: { type: 'ephemeral' } } };
const MESSAGES: any[] = [{ role: 'user', content: [{ type: 'text', text: 'Hi', providerOptions: cacheControl }] }];

/** As the AI SDK answers. */
async function streamBySdk(asked: Asked) {
  'use step';
  const { provider, output, options } = asked;
  const streamText: any = ai.streamText;
  const result = streamText({
    model: MODELS[provider]!(),
    messages: MESSAGES,
    tools: toolsOf(asked),
    stopWhen: ai.stepCountIs(5),
    maxRetries: 0,
    onError: () => {},
    ...options,
    // Version 7 has the name without "experimental_", version 5 the one with it.
    ...(output && { output: FORMS[output]!(ai.Output), experimental_output: FORMS[output]!(ai.Output) }),
  });
  const chunks: unknown[] = [];
  for await (const chunk of result.toUIMessageStream({
    sendSources: true,
    onError: (error: any) => error.message ?? (typeof error === 'string' ? error : JSON.stringify(error)),
  }))
    chunks.push(chunk);
  const steps: any[] = await result.steps;
  // In version 7 each step has its own messages, before that all until then.
  const messages = steps.slice('toUIMessageStream' in ai ? 0 : -1).flatMap(({ response }) => response.messages);
  return JSON.parse(JSON.stringify({ chunks, messages }));
}
streamBySdk.maxRetries = 0;

export async function bySdk(asked: Asked) {
  'use workflow';
  return await streamBySdk(asked);
}

export async function byAgent(asked: Asked) {
  'use workflow';
  const { provider, output, options } = asked;
  const agent = new DurableAgent({ model: async () => MODELS[provider]!(), tools: toolsOf(asked), maxRetries: 0 });
  const { messages } = await agent.stream({
    messages: MESSAGES,
    writable: getWritable(),
    stopWhen: stepCountIs(5),
    sendSources: true,
    ...options,
    ...(output && { experimental_output: FORMS[output]!(Output) }),
  });
  return { messages: JSON.parse(JSON.stringify(messages.slice(MESSAGES.length))) };
}
