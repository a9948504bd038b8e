/** Conversations that go on. */
import { getWritable } from 'workflow';
import { DurableAgent, type DurableAgentStreamOptions } from 'workflow/agent';
import { chatModel } from './models.ts';
import { tools } from './tools.ts';

/** The second answer begins with what the first gave back. */
export async function twoQuestions(question: string, next: string) {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel(), tools, system: 'Be brief.' });
  const writable = getWritable();
  const first = await agent.stream({
    messages: [{ role: 'user', content: question }],
    writable,
    preventClose: true,
  });
  return await agent.stream({ messages: [...first.messages, { role: 'user', content: next }], writable });
}

/** The bytes of a picture are made in the workflow. */
export async function withPicture() {
  'use workflow';
  const messages: DurableAgentStreamOptions['messages'] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', image: new Uint8Array([1, 2, 3]), mediaType: 'image/png' },
      ],
    },
  ];
  const agent = new DurableAgent({ model: chatModel() });
  return await agent.stream({ messages, writable: getWritable() });
}

/** The parts of a step that a workflow sees. */
export async function timestampOf() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  const { steps } = await agent.stream({ messages: [{ role: 'user', content: 'Hi' }], writable: getWritable() });
  const { timestamp } = steps[0]!.response;
  return { isDate: timestamp instanceof Date, time: timestamp.getTime() };
}
