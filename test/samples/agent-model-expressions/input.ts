import { Gateway, createOpenAI, openai } from '@ai-sdk/openai';
import * as provider from '@ai-sdk/openai';
import * as agents from 'workflow/agent';
import { DurableAgent as Agent } from 'workflow/agent';

const MODEL = 'openai/gpt-5';
const VERSION = 5;
const azure = createOpenAI({ apiKey: process.env['AZURE_KEY'] ?? 'azure' });
const models = { fast: azure('fast') };

function getModel() {
  return azure('by function');
}

const tag = (texts: TemplateStringsArray) => azure(texts.join(''));

export async function answer() {
  'use workflow';
  const list = [
    new Agent({ model: 'openai/gpt-5' }),
    new Agent({ model: `openai/gpt-5` }),
    new Agent({ model: MODEL }),
    new Agent({ model: `openai/${VERSION}` }),
    new Agent({ model: openai('call') }),
    new Agent({ model: openai.responses('member') }),
    new Agent({ model: provider?.openai?.('chain') }),
    new agents.DurableAgent({ model: createOpenAI({ apiKey: process.env['KEY'] ?? 'secret' })('with key') }),
    new Agent({ model: getModel }),
    new Agent({ model: getModel() }),
    new Agent({ model: models.fast }),
    new Agent({ model: new Gateway('new').model }),
    new Agent({ model: tag`tagged` }),
    new Agent({ model: (() => openai('called at once'))() }),
    new Agent({ ['model']: openai('computed') }),
    new Agent({ ...{ model: 'spread' }, model: (openai('cast') as unknown)! } satisfies object),
    new Agent({
      // What a model is.
      model: /* the best */ openai(
        'lines', // last
      ),
    }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
