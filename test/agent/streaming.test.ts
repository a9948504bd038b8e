/**
 * The chunks that readers of an agent's stream get, and their order. Rows of the requirements' tables are named in
 * brackets.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentSession, type Chunk, foldChunks, SDKS_AND_REPLAY, textOf, typesOf } from './agent-session.ts';

describe.each(SDKS_AND_REPLAY)('streams with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', setting);
  });
  afterAll(async () => await agents?.close());

  const WEATHER = { name: 'weather', input: { city: 'Oslo' } };
  const ROUND = [{ text: 'Let me look. ', toolCalls: [WEATHER] }, 'It is 21 degrees.'];

  test('the start comes first, the finish with its reason last, and each step between its marks', async () => {
    const { chunks } = await agents.play(ROUND, 'ask');
    expect(typesOf(chunks).filter((type) => !type.endsWith('-delta'))).toEqual([
      'start',
      'start-step',
      'text-start',
      'tool-input-start',
      'text-end',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-end',
      'finish-step',
      'finish',
    ]);
    expect(chunks[0]!['messageId']).toMatch(/^msg_./);
    expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' });
    expect(textOf(chunks)).toBe('Let me look. It is 21 degrees.');
  });

  test('a client folds the chunks to one message without parts that stay open', async () => {
    const { chunks } = await agents.play(ROUND, 'ask');
    const [message, ...others] = await foldChunks(setting, chunks);
    expect(others).toEqual([]);
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Let me look. ', state: 'done' },
      { type: 'tool-weather', state: 'output-available', output: { city: 'Oslo', degrees: 21 } },
      { type: 'step-start' },
      { type: 'text', text: 'It is 21 degrees.', state: 'done' },
    ]);
  });

  test('the start chunk can be left out [sendStart]', async () => {
    const { chunks } = await agents.play(['Hm.'], 'ask', { sendStart: false });
    expect(typesOf(chunks)).toEqual(['start-step', 'text-start', 'text-delta', 'text-end', 'finish-step', 'finish']);
  });

  test('the finish chunk can be left out [sendFinish]', async () => {
    const { chunks } = await agents.play(['Hm.'], 'ask', { sendFinish: false });
    expect(typesOf(chunks).at(-1)).toBe('finish-step');
  });

  test('metadata of the message comes with its start [messageMetadata]', async () => {
    const { chunks } = await agents.play(['Hm.'], 'ask', { messageMetadata: { model: 'm' } });
    expect(chunks[0]).toMatchObject({ type: 'start', messageMetadata: { model: 'm' } });
  });

  test('an agent goes on in a message that the workflow began itself [sendStart]', async () => {
    const { chunks } = await agents.play(['Hm.'], 'afterOwnChunks');
    const messages = await foldChunks(setting, chunks);
    expect(messages).toMatchObject([
      { id: 'own', parts: [{ type: 'data-place' }, { type: 'step-start' }, { type: 'text', text: 'Hm.' }] },
    ]);
  });

  test('a second answer writes to a stream that the first left open, and closes it once [preventClose]', async () => {
    const { chunks, result } = await agents.play(['One.', 'Two.'], 'twoAnswers');
    expect(typesOf(chunks).filter((type) => type === 'start' || type === 'finish')).toEqual([
      'start',
      'finish',
      'start',
      'finish',
    ]);
    const ids = chunks.filter(({ type }) => type === 'start').map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(2);
    expect(result.second.uiMessages).toMatchObject([{ id: ids[1], parts: [{}, { type: 'text', text: 'Two.' }] }]);
    expect(result.first).not.toHaveProperty('uiMessages');
  });

  test('a stream that was left open can still be written to, one that was not is closed [preventClose]', async () => {
    const { chunks, error } = await agents.play(['Hm.'], 'ask', { preventClose: true });
    expect([typesOf(chunks).at(-1), error]).toEqual(['finish', undefined]);
    const run = await agents.play(['Hm.'], 'writeAfterAnswer');
    expect(run.error.cause.message).toMatch(/closed/);
  });

  test('an agent writes to the stream that it is given [writable]', async () => {
    await agents.serve(['Aside.']);
    const run = await agents.project.start('toNamedStream');
    const chunks: Chunk[] = [];
    for await (const chunk of run.getReadable<Chunk>({ namespace: 'side' })) chunks.push(chunk);
    expect(textOf(chunks)).toBe('Aside.');
    await run.returnValue;
  });

  test('the messages that are collected are what clients show, tools and all [collectUIMessages]', async () => {
    const { chunks, result } = await agents.play(ROUND, 'ask', { collectUIMessages: true });
    expect(JSON.parse(JSON.stringify(result.uiMessages))).toEqual(
      JSON.parse(JSON.stringify(await foldChunks(setting, chunks))),
    );
    expect((await agents.play(['Hm.'], 'ask')).result).not.toHaveProperty('uiMessages');
  });

  test('the chunks of the provider come when they are asked for [includeRawChunks]', async () => {
    const { chunks } = await agents.play([{ text: ['A', 'B'] }], 'ask', { includeRawChunks: true });
    const raw = chunks.filter(({ type }) => type === 'data-workflow-raw');
    expect(JSON.stringify(raw)).toContain('"content":"B"');
    expect(raw.every(({ transient }) => transient === true)).toBe(true);
    expect(await foldChunks(setting, chunks)).toMatchObject([{ parts: [{}, { type: 'text', text: 'AB' }] }]);
    const plain = await agents.play(['Hm.'], 'ask');
    expect(typesOf(plain.chunks)).not.toContain('data-workflow-raw');
  });

  test('reasoning, files and sources come as their own parts [sendReasoning, sendSources]', async () => {
    const answer = () => [
      {
        reasoning: 'Think.',
        text: 'See.',
        sources: [{ url: 'https://maps.test/', title: 'Map' }],
        files: [{ mediaType: 'image/png', base64: 'AAAA' }],
      },
    ];
    const whole = await agents.play(answer(), 'askGateway', { sendSources: true });
    const [message] = await foldChunks(setting, whole.chunks);
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Think.', state: 'done' },
      { type: 'text', text: 'See.' },
      { type: 'source-url', url: 'https://maps.test/', title: 'Map' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
    ]);
    expect(whole.result.steps[0]).toMatchObject({
      reasoningText: 'Think.',
      sources: [{ url: 'https://maps.test/', title: 'Map' }],
      files: [{ mediaType: 'image/png', base64: 'AAAA' }],
    });
    const less = await agents.play(answer(), 'askGateway', { sendReasoning: false });
    const [short] = await foldChunks(setting, less.chunks);
    expect(short.parts.map(({ type }: Chunk) => type)).toEqual(['step-start', 'text', 'file']);
    expect(less.result.steps[0].reasoningText).toBe('Think.');
  });

  test('a retry in the middle of an answer leaves one message with one id, and its text once', async () => {
    const { chunks, models } = await agents.play(
      [{ text: ['Sun', 'ny'], dieAfter: 1 }, { text: ['Sun', 'ny'] }],
      'ask',
    );
    expect(models.requests).toHaveLength(2);
    expect(typesOf(chunks).filter((type) => type === 'start')).toEqual(['start']);
    expect(textOf(chunks)).toBe('Sunny');
    expect(await foldChunks(setting, chunks)).toMatchObject([{ parts: [{}, { text: 'Sunny', state: 'done' }] }]);
  });

  test('text comes word by word when it is smoothed [experimental_transform]', async () => {
    const { chunks, result } = await agents.play([{ text: ['It is su', 'nny to', 'day.'] }], 'smoothly');
    const deltas = chunks.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta);
    expect(deltas).toEqual(['It ', 'is ', 'sunny ', 'today.']);
    expect(result.text).toBe('It is sunny today.');
  });

  test('a transform of the user changes what is shown and what is kept [experimental_transform]', async () => {
    const { chunks, result } = await agents.play([{ text: ['a', 'b'] }], 'withOwnTransform', '!');
    expect([textOf(chunks), result.text]).toEqual(['a!b!', 'a!b!']);
  });

  test('transforms are applied one after the other [experimental_transform]', async () => {
    const { chunks } = await agents.play([{ text: ['it ra', 'ins to', 'day'] }], 'withTwoTransforms');
    const deltas = chunks.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta);
    expect(deltas).toEqual(['IT ', 'RAINS ', 'TODAY']);
  });

  test('a transform can end the answer, and so the answer [experimental_transform]', async () => {
    const { chunks, result, error } = await agents.play([{ text: ['sun ', 'and ', 'rain'] }], 'untilRain');
    expect(error).toBeUndefined();
    expect([textOf(chunks), result.text, result.stoppedBy]).toEqual(['sun and ', 'sun and ', 'finish']);
    expect(typesOf(chunks).slice(-2)).toEqual(['finish-step', 'finish']);
  });

  test('a file that the model does not load itself is downloaded as the user says [experimental_download]', async () => {
    const image = new URL('ftp://files.test/a.png');
    const messages = [{ role: 'user', content: [{ type: 'image', image }] }];
    const { models, error } = await agents.play(['Hm.'], 'withDownload', messages);
    expect(error).toBeUndefined();
    const sent = Buffer.from(`from ${image.href}`).toString('base64');
    expect(models.requests[0]!.messages[0]!.files).toMatchObject([{ data: expect.stringContaining(sent) as string }]);
  });

  test('a file that the provider loads is sent as its address [experimental_download]', async () => {
    const image = new URL('https://files.test/a.png');
    const messages = [{ role: 'user', content: [{ type: 'image', image }] }];
    const { models, error } = await agents.play(['Hm.'], 'withDownloadOfProvider', messages);
    expect(error).toBeUndefined();
    expect(models.requests[0]!.messages[0]!.files).toMatchObject([{ data: image.href }]);
  });

  test.each(['experimental_transform', 'experimental_download'])(
    'a function that the compiler could not move to the host is told before the model is asked [%s]',
    async (option) => {
      const { error, models } = await agents.play(['Hm.'], 'withHiddenFunction', option);
      expect(error.cause).toMatchObject({ code: 'agent_function_not_sendable' });
      expect(error.cause.message).toContain(`"${option}" is a function in workflow code.`);
      expect(models.requests).toEqual([]);
    },
  );
});
