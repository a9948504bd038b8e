import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const table = { a: openai('a of table'), b: openai('b of table') };

export async function answer(names: ('a' | 'b')[], options: { id: string }) {
  'use workflow';
  let version = 1;
  const withVersion = (id: string) => `${id}-${version}`;
  const list = names.map((name) => new DurableAgent({ model: openai(`${name} in ${options.id}`) }));
  for (const name of names) list.push(new DurableAgent({ model: table[name] }));
  list.push(new DurableAgent({ model: openai(withVersion(options.id)) }));
  list.push(new DurableAgent({ model: () => openai(`${version}`) }));
  list.push(new DurableAgent({ model: openai(names.map((name) => `<${name}>`).join()) }));
  // What is called at once has what variables held then, a function has what they hold when it is called.
  const early = new DurableAgent({ model: openai(`early ${version}`) });
  const late = new DurableAgent({ model: () => openai(`late ${version}`) });
  version = 2;
  const told: unknown[] = [];
  for (const agent of [...list, early, late]) told.push(await agent.stream());
  return told;
}
