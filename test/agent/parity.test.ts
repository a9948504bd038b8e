/** An agent sends to the provider, to the page and into the history what the AI SDK itself does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplyFields } from '../../agent/testing/reply.ts';
import { AgentSession, type Chunk, foldChunks, SDKS } from './agent-session.ts';

const PROVIDERS = ['openai chat', 'openai responses', 'openai compatible', 'anthropic', 'gateway'];

/** Those whose protocol has a tool that they execute themselves. */
const SEARCHING = ['openai responses', 'anthropic', 'gateway'];

const call = (name: string, input: object = {}) => ({ name, input });

/** Whole answers of a model, step by step. */
const SCRIPTS: Record<string, ReplyFields[]> = {
  'calls of tools': [
    {
      text: 'Let me see.',
      toolCalls: [
        call('weather', { city: 'Oslo', at: { lat: 1, long: 2 } }),
        call('lookUp', { word: 'fog' }),
        call('plain', { any: 1 }),
      ],
    },
    { toolCalls: [call('breaks')] },
    { text: 'Sunny.' },
  ],
  'calls that cannot be made': [
    { toolCalls: [call('weather', { town: 'Oslo' }), call('unknown', {})] },
    { text: 'Sorry.' },
  ],
  'an input that is no JSON': [{ toolCalls: [{ name: 'weather', rawInput: '{"city":' }] }, { text: 'Sorry.' }],
  reasoning: [
    { reasoning: 'Hm.', toolCalls: [call('weather', { city: 'Oslo' })] },
    { reasoning: 'Ah.', text: 'Sunny.' },
  ],
};

const PAGES = [{ url: 'https://weather.test/', title: 'Weather' }];
const search = (result: object) => ({
  name: 'web_search',
  input: { query: 'weather' },
  providerMetadata: { scripted: { server: 'search-1' } },
  ...result,
});

const SEARCHES: Record<string, ReplyFields[]> = {
  'a search': [{ providerTools: [search({ output: PAGES })], text: 'Sunny.' }],
  'a search beside a call': [
    { providerTools: [search({ output: PAGES })], toolCalls: [call('weather', { city: 'Oslo' })] },
    { text: 'Sunny.' },
  ],
  'a search that fails': [{ providerTools: [search({ errorCode: 'unavailable' })], text: 'Hm.' }],
};

/** An agent says in fewer words what is wrong with an input, and no names of classes, as version 7 does. */
const toShort = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b(AI_\w+)?Error: /g, '')
      .replaceAll(/(Invalid input for tool \w+: )(\\+"|[^"])*/g, '$1'),
  );

describe.each(SDKS)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('parity', setting);
  });
  afterAll(async () => await agents.close());

  const play = async (replies: ReplyFields[], asked: object) => {
    // The model counts no tokens of texts that may differ.
    const script = replies.map((reply) => ({ usage: { inputTokens: 1, outputTokens: 1 }, ...reply }));
    const sdk = await agents.play(script, 'bySdk', asked);
    if (sdk.error) throw sdk.error;
    const own = await agents.play(script, 'byAgent', asked);
    if (own.error) throw own.error;
    return {
      sdk: { ...sdk.result, bodies: sdk.models.requests.map(({ body }) => body) },
      own: { ...own.result, chunks: own.chunks, bodies: own.models.requests.map(({ body }) => body) },
    };
  };

  describe.each(PROVIDERS)('%s', (provider) => {
    // Version 5 sends the text as it is, which providers refuse.
    const scripts = Object.keys(SCRIPTS).filter((name) => setting.sdk > 5 || !name.includes('no JSON'));
    test.each(scripts)('%s: requests, history and the message of the page', async (name) => {
      await compare(SCRIPTS[name]!, { provider });
    });

    // Version 5 has no other forms.
    const forms = setting.sdk === 5 ? ['object', 'text'] : ['object', 'array', 'choice', 'json', 'text'];
    test.each(forms)('the form %s', async (output) => {
      const { sdk, own } = await play([{ object: { city: 'Oslo', elements: [], result: 'sunny' } }], {
        provider,
        output,
      });
      expect(own.bodies).toEqual(sdk.bodies);
    });
  });

  describe.each(SEARCHING)('%s, whose search the provider executes', (provider) => {
    test.each(Object.keys(SEARCHES))('%s', async (name) => {
      await compare(SEARCHES[name]!, { provider, searches: true });
    });
  });

  /** Requests, history and the message of the page. */
  const compare = async (replies: ReplyFields[], asked: object) => {
    const { sdk, own } = await play(replies, asked);
    expect(toShort(own.bodies)).toEqual(toShort(sdk.bodies));
    expect(toShort(own.messages)).toEqual(toShort(sdk.messages));
    expect(toShort(await partsOf(own.chunks))).toEqual(toShort(await partsOf(sdk.chunks)));
  };

  const partsOf = async (chunks: Chunk[]): Promise<unknown> => {
    const messages = await foldChunks(setting, chunks);
    // Ids of texts and sources are numbers here, so that each attempt has the same.
    return messages.map(({ role, parts }) => ({
      role,
      parts: parts.map((part: Chunk) => ({ ...part, id: null, ...('sourceId' in part && { sourceId: null }) })),
    }));
  };
});
