import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AgentSession, SDKS } from './agent-session.ts';
import { layBench, playAnswer, type AnswerPlan } from './live-answer.ts';

const KEY = 'topmost-private-1234567890';
const PROMPT = 'Tell me about the secret garden behind the house.';
const MESSAGES = [{ role: 'user', content: PROMPT }];
const AT_ONCE = { headers: { 'retry-after-ms': '1' } };

/** All that is stored. */
async function readStore(dir: string): Promise<string> {
  const entries = await readdir(join(dir, 'data'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

/** All that is printed until the test is over. */
function catchOutput(): string[] {
  const printed: string[] = [];
  const take = (text: unknown): boolean => printed.push(String(text)) > 0;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take),
    vi.spyOn(process.stderr, 'write').mockImplementation(take),
    ...(['log', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...values) => void take(values.map((one) => inspect(one)).join())),
    ),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return printed;
}

describe.each(SDKS)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    vi.stubEnv('MODEL_KEY', KEY);
    agents = await AgentSession.open('answers', setting, 'sqlite');
  });
  afterAll(async () => {
    await agents.close();
    vi.unstubAllEnvs();
  });
  beforeEach(() => void layBench());

  /** Plays an answer, and gives all that others than the caller may see of it. */
  async function expose(plan: AnswerPlan): Promise<{ stored: string; shown: string; thrown: any }> {
    const printed = catchOutput();
    const { chunks, error, told } = await playAnswer(agents, { args: [{ messages: MESSAGES }], ...plan });
    return {
      stored: await readStore(agents.project.dir),
      shown: `${JSON.stringify([chunks, told])}\n${printed.join('\n')}`,
      thrown: error,
    };
  }

  test('the key of a model is in no store, chunk or log', async () => {
    const script = [{ toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] }, 'Done.'];
    const { stored, shown, thrown } = await expose({ script });
    expect(thrown).toBeUndefined();
    expect(stored).toContain(PROMPT);
    for (const text of [stored, shown]) expect(text).not.toContain(KEY);
    expect(stored).not.toMatch(/bearer/i);
  });

  test.each([
    ['refused', { status: 401 }, {}],
    ['tried again until the retries are used up', { status: 500, ...AT_ONCE, repeat: 3 }, {}],
    ['broken off within the answer', { text: ['Once ', 'upon '], errorAfter: 1 }, { maxRetries: 0 }],
  ])(
    'what the provider says of a call that is %s is shown without the key and the prompt',
    async (_, fault, options) => {
      const error = { message: `Bad key ${KEY} for: ${PROMPT}`, code: 'code-of-the-body', type: 'server_error' };
      const { stored, shown, thrown } = await expose({
        script: [{ ...fault, error }],
        args: [{ messages: MESSAGES }, options],
      });
      expect(thrown.cause.message).toContain('Bad key [key] for: [prompt]');
      for (const text of [stored, shown, inspect(thrown, { depth: 9 })]) expect(text).not.toContain(KEY);
      expect(shown).not.toContain(PROMPT);
      expect(inspect(thrown, { depth: 9 })).not.toContain(PROMPT);
      for (const text of [stored, shown]) expect(text).not.toContain('code-of-the-body');
    },
  );

  test('credentials among the headers of an agent are refused, because they would be stored', async () => {
    const options = { headers: { 'X-Api-Key': 'k' } };
    const played = await playAnswer(agents, { script: [], args: [{}, options] });
    expect(played.error.cause).toMatchObject({ code: 'agent_header_not_storable' });
    expect(played.error.cause.message).toContain('X-Api-Key');
    expect(played.models.requests).toEqual([]);
  });
});
