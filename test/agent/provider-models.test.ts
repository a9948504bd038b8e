import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../agent/testing/model-server.ts';
import { runAgentProject, type RunningProject, type SdkMajor } from './agent-project.ts';

const KEY = 'sk-a-key-that-nobody-may-see';

const MODELS = `
import { DurableAgent } from 'workflow/agent';
import { getWritable } from 'workflow';
import { generateText } from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
import { openaiCompatible } from 'workflow/agent/providers/openai-compatible';

async function ask(model: any) {
  'use step';
  const { text } = await generateText({ model: await model.load(), prompt: 'Hi' });
  return text;
}

export async function passModel(baseURL: string) {
  'use workflow';
  return await ask(openaiCompatible({ name: 'local', baseURL })('m'));
}

export async function passKey(baseURL: string, apiKey: string) {
  'use workflow';
  return await ask(openaiCompatible({ name: 'local', baseURL, apiKey })('m'));
}

async function makeModel() {
  'use step';
  return createOpenAI({ apiKey: process.env.SECRET_OF_THE_TEST })('gpt-5');
}
makeModel.maxRetries = 0;

export async function returnInstance() {
  'use workflow';
  return (await makeModel()).modelId;
}

export async function agentWithModel(baseURL: string) {
  'use workflow';
  const model = openaiCompatible({ name: 'local', baseURL })('m');
  const agent = new DurableAgent({ model });
  const { text } = await agent.stream({ messages: [{ role: 'user', content: 'Hi' }], writable: getWritable() });
  return text;
}

export async function agentWithKey() {
  'use workflow';
  const agent = new DurableAgent({
    model: openaiCompatible({
      name: 'local',
      baseURL: process.env.MODEL_URL!,
      apiKey: process.env.SECRET_OF_THE_TEST,
    })('m'),
  });
  const { text } = await agent.stream({ messages: [{ role: 'user', content: 'Hi' }], writable: getWritable() });
  return text;
}
`;

describe.each<SdkMajor>([5, 6, 7])('with ai %i', (sdk) => {
  let models: ModelServer;
  let project: RunningProject;

  beforeAll(async () => {
    process.env['SECRET_OF_THE_TEST'] = KEY;
    models = await startModelServer({ script: [{ text: 'Hello.', repeat: 9 }] });
    process.env['MODEL_URL'] = models.openai.baseURL;
    project = await runAgentProject({ 'workflows/models.ts': MODELS }, { sdk });
  });
  afterAll(async () => {
    await project?.remove();
    await models?.close();
    delete process.env['SECRET_OF_THE_TEST'];
  });

  /** All that is stored of a run. */
  const storedOf = async (runId: string): Promise<string> =>
    JSON.stringify(await project.world.readJournal(runId as never));

  test('workflow code can make a model, and a step can call it', async () => {
    const run = await project.start('passModel', models.openai.baseURL);
    expect(await run.returnValue).toBe('Hello.');
  });

  test('the packages of providers stay out of the bundle of workflows', async () => {
    const bundle = await readFile(join(project.dir, '.workflow/workflows.mjs'), 'utf8');
    expect(bundle).not.toContain('/chat/completions');
  });

  test('workflow code can give such a model to an agent', async () => {
    const run = await project.start('agentWithModel', models.openai.baseURL);
    expect(await run.returnValue).toBe('Hello.');
  });

  test('a model in the options of an agent has its key on the host, and nothing of it is stored', async () => {
    const run = await project.start('agentWithKey');
    expect(await run.returnValue).toBe('Hello.');
    expect(models.requests.at(-1)!.protocol).toBe('openai-chat');
    expect(await storedOf(run.runId)).not.toContain(KEY);
  });

  test('workflow code cannot pass on a key', async () => {
    const run = await project.start('passKey', models.openai.baseURL, 'another-key');
    await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'agent_key_not_storable' } });
  });

  test('an instance of a model is never stored', async () => {
    const run = await project.start('returnInstance');
    await expect(run.returnValue).rejects.toMatchObject({
      cause: { code: sdk === 7 ? 'value_model_not_storable' : 'value_not_serializable' },
    });
    expect(await storedOf(run.runId)).not.toContain(KEY);
  });
});
