/** Answers in a form that the caller says [experimental_output]. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentSession, SDKS_AND_REPLAY, typesOf } from './agent-session.ts';

describe.each(SDKS_AND_REPLAY)('output with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', setting);
  });
  afterAll(async () => await agents?.close());

  const SAID = { city: 'Oslo', day: 'monday' };
  const READ = { city: 'Oslo', degrees: 0, day: 'MONDAY' };

  test('an object is asked for by its schema, and read with its defaults and transformations', async () => {
    const { models, result } = await agents.play([{ object: SAID }], 'askFor', 'object');
    expect(models.requests[0]!.responseFormat).toMatchObject({
      name: 'weather',
      schema: { type: 'object', properties: { city: { type: 'string' }, degrees: { type: 'number' } } },
    });
    expect(result).toMatchObject({ output: READ, told: ['finish'] });
  });

  test('the object comes after the calls of tools', async () => {
    const call = { name: 'weather', input: { city: 'Oslo' } };
    const { models, result } = await agents.play([{ toolCalls: [call] }, { object: SAID }], 'askFor', 'object');
    expect(models.requests).toHaveLength(2);
    expect(result.output).toEqual(READ);
  });

  test('an array is read element by element', async () => {
    const { models, result } = await agents.play([{ object: { elements: [SAID, SAID] } }], 'askFor', 'array');
    expect(models.requests[0]!.responseFormat).toMatchObject({
      schema: { properties: { elements: { type: 'array', items: { type: 'object' } } } },
    });
    expect(result.output).toEqual([READ, READ]);
  });

  test('a choice is one of its options', async () => {
    const { models, result } = await agents.play([{ object: { result: 'sunny' } }], 'askFor', 'choice');
    expect(models.requests[0]!.responseFormat).toMatchObject({
      schema: { properties: { result: { enum: ['sunny', 'rainy'] } } },
    });
    expect(result.output).toBe('sunny');
  });

  test('JSON is read as it is', async () => {
    const { result } = await agents.play([{ object: [1, { two: 2 }] }], 'askFor', 'json');
    expect(result.output).toEqual([1, { two: 2 }]);
  });

  test('text is the text of the last step', async () => {
    const { models, result } = await agents.play(['Sunny.'], 'askFor', 'text');
    expect(models.requests[0]!.responseFormat).toBeUndefined();
    expect(result.output).toBe('Sunny.');
  });

  test.each([
    ['no JSON', 'object', { text: 'It is sunny.' }, 'it is no JSON'],
    ['cut off', 'object', { text: '{ "city": "Os', finishReason: 'length' }, 'it is no JSON'],
    ['another object', 'object', { object: { city: 7, day: '' } }, 'city'],
    ['no elements', 'array', { object: [] }, '"elements"'],
    ['another choice', 'choice', { object: { result: 'foggy' } }, 'sunny, rainy'],
  ])('an answer that does not fit is an error: %s', async (_, form, answer, reason) => {
    const { result, chunks } = await agents.play([answer], 'askFor', form);
    expect(result.told).toEqual(['agent_output_invalid']);
    expect(result.thrown).toContain(reason);
    expect(typesOf(chunks).slice(-2)).toEqual(['error', 'finish']);
  });

  test('without a form the result has no output', async () => {
    expect((await agents.play(['Hm.'], 'ask')).result).not.toHaveProperty('experimental_output');
  });
});
