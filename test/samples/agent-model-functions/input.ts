import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer(name: string) {
  'use workflow';
  let version = 1;
  const suffix = (text: string) => `${text}-${version}`;
  const pick = () => openai(suffix(name));
  const model = async () => openai('shorthand');
  const list = [
    new DurableAgent({ model: () => openai('sync') }),
    new DurableAgent({ model: async () => openai('async') }),
    new DurableAgent({ model: async () => openai(name) }),
    new DurableAgent({
      model: function chosen() {
        return openai(`${chosen.name} ${name}`);
      },
    }),
    new DurableAgent({
      model() {
        return openai(suffix('method'));
      },
    }),
    new DurableAgent({
      async 'model'() {
        return openai(name);
      },
    }),
    new DurableAgent({ model: pick }),
    new DurableAgent({ model }),
    new DurableAgent({ model: () => () => openai('twice') }),
  ];
  version = 2;
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
