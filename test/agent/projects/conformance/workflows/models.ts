/** The scripted model in the protocols of several providers. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createGateway } from 'ai';

const settings = (path: string) => ({ baseURL: `${process.env['MODEL_URL']}${path}`, apiKey: 'test-key' });

export const chatModel = (id = 'chat-model') =>
  createOpenAICompatible({ name: 'scripted', includeUsage: true, ...settings('/v1') })(id);

/** Its protocol sends each setting, and knows files and sources. */
export const gatewayModel = (id = 'scripted/gateway-model') => createGateway(settings('/v3/ai'))(id);

/** Its reasoning is signed. */
export const anthropicModel = () => createAnthropic(settings('/v1'))('anthropic-model');
