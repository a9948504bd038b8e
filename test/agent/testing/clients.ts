/** The real clients of all providers whose protocols the server speaks, of each major version of the AI SDK. */
import * as anthropic3 from '@ai-sdk/anthropic';
import * as openai3 from '@ai-sdk/openai';
import * as compatible2 from '@ai-sdk/openai-compatible';
import * as ai6 from 'ai';
import * as ai5 from 'ai-5';
import * as ai7 from 'ai-7';
import * as anthropic2 from 'anthropic-2';
import * as anthropic4 from 'anthropic-4';
import * as openai2 from 'openai-2';
import * as openai4 from 'openai-4';
import * as compatible1 from 'openai-compatible-1';
import * as compatible3 from 'openai-compatible-3';
import type { ModelServer, ProtocolName } from '../../../agent/entries/testing.ts';

/** The tests only call functions of the AI SDK that are the same in all versions. */
export type Sdk = typeof ai6;
type Model = ai6.LanguageModel;

export interface Client {
  name: string;
  protocol: ProtocolName;
  sdk: Sdk;
  /** Major version of the AI SDK. */
  major: number;
  /** A model of the provider that asks the server. */
  connect: (models: ModelServer) => Model;
  /** The provider's web search as a tool, where it has one. */
  webSearch?: () => unknown;
}

const MODEL = 'model-1';

/** A majors' worth of packages. The types of the versions are not the same, what is used of them is. */
const VERSIONS = [
  { major: 5, sdk: ai5, openai: openai2, compatible: compatible1, anthropic: anthropic2 },
  { major: 6, sdk: ai6, openai: openai3, compatible: compatible2, anthropic: anthropic3 },
  { major: 7, sdk: ai7, openai: openai4, compatible: compatible3, anthropic: anthropic4 },
] as unknown as {
  major: number;
  sdk: Sdk;
  openai: typeof openai3;
  compatible: typeof compatible2;
  anthropic: typeof anthropic3;
}[];

export const CLIENTS: readonly Client[] = VERSIONS.flatMap(
  ({ major, sdk, openai, compatible, anthropic }): Client[] => {
    const client = (name: string, rest: Pick<Client, 'protocol' | 'connect' | 'webSearch'>) => ({
      name: `${name} in AI SDK ${major}`,
      sdk,
      major,
      ...rest,
    });
    return [
      client('OpenAI-compatible chat', {
        protocol: 'openai-chat',
        connect: (models) =>
          compatible.createOpenAICompatible({
            name: 'compatible',
            includeUsage: true,
            supportsStructuredOutputs: true,
            ...models.openai,
          })(MODEL),
      }),
      client('OpenAI chat', {
        protocol: 'openai-chat',
        connect: (models) => openai.createOpenAI(models.openai).chat(MODEL),
      }),
      client('OpenAI responses', {
        protocol: 'openai-responses',
        connect: (models) => openai.createOpenAI(models.openai).responses(MODEL),
        webSearch: () => openai.openai.tools.webSearch({}),
      }),
      client('Anthropic', {
        protocol: 'anthropic',
        connect: (models) => anthropic.createAnthropic(models.anthropic)('claude-haiku-4-5'),
        webSearch: () => anthropic.anthropic.tools.webSearch_20250305({}),
      }),
      client('AI gateway', {
        protocol: 'gateway',
        connect: (models) => sdk.createGateway(models.gateway)(MODEL),
        webSearch: () => sdk.createGateway({ apiKey: 'none' }).tools.perplexitySearch({}),
      }),
    ];
  },
);
