/** The scripted model, in two protocols. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

const settings = () => ({
  baseURL: `${process.env['MODEL_URL']}/v1`,
  apiKey: process.env['MODEL_KEY'] ?? 'test-key',
});

export const chatModel = (id = 'chat-model') =>
  createOpenAICompatible({ name: 'scripted', includeUsage: true, ...settings() })(id);

/** Its protocol has tools that the provider executes. */
export const anthropicModel = () => createAnthropic(settings())('anthropic-model');
