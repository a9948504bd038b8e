/** The chunks that agents write to streams of the run. */
import { smoothStream, type TextStreamPart, type ToolSet } from 'ai';
import { getWritable } from 'workflow';
import { DurableAgent, type DurableAgentStreamOptions } from 'workflow/agent';
import { anthropicModel, chatModel } from './models.ts';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

/** A message whose beginning is the workflow's own. */
export async function afterOwnChunks() {
  'use workflow';
  const writable = getWritable();
  const writer = writable.getWriter();
  await writer.write({ type: 'start', messageId: 'own' });
  await writer.write({ type: 'data-place', data: { city: 'Oslo' } });
  writer.releaseLock();
  const agent = new DurableAgent({ model: chatModel() });
  await agent.stream({ messages: HELLO, writable, sendStart: false });
}

export async function twoAnswers() {
  'use workflow';
  const writable = getWritable();
  const agent = new DurableAgent({ model: chatModel() });
  const first = await agent.stream({ messages: HELLO, writable, preventClose: true });
  const question = { role: 'user' as const, content: 'And then?' };
  const second = await agent.stream({ messages: [...first.messages, question], writable, collectUIMessages: true });
  return { first, second };
}

export async function toNamedStream() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  await agent.stream({ messages: HELLO, writable: getWritable({ namespace: 'side' }) });
}

type Part = TextStreamPart<ToolSet>;

const louder = () =>
  new TransformStream<Part, Part>({
    transform(part, controller) {
      controller.enqueue(part.type === 'text-delta' ? { ...part, text: part.text.toUpperCase() } : part);
    },
  });

export async function smoothly() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    experimental_transform: smoothStream({ chunking: 'word', delayInMs: null }),
  });
}

export async function withOwnTransform(mark: string) {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    experimental_transform: () =>
      new TransformStream<Part, Part>({
        transform(part, controller) {
          controller.enqueue(part.type === 'text-delta' ? { ...part, text: `${part.text}${mark}` } : part);
        },
      }),
  });
}

export async function withTwoTransforms() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    experimental_transform: [louder, smoothStream({ chunking: 'word', delayInMs: null })],
  });
}

export async function untilRain() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  return await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    experimental_transform: ({ stopStream }: { stopStream(): void }) =>
      new TransformStream<Part, Part>({
        transform(part, controller) {
          if (part.type === 'text-delta' && part.text.includes('rain')) stopStream();
          else controller.enqueue(part);
        },
      }),
  });
}

type Messages = DurableAgentStreamOptions['messages'];
type Download = { url: URL; isUrlSupportedByModel: boolean };

/** The download is the address itself, so that the request shows it. */
const downloadOthers = async (files: Download[]) =>
  files.map(({ url, isUrlSupportedByModel }) =>
    isUrlSupportedByModel ? null : { data: new TextEncoder().encode(`from ${url.href}`), mediaType: 'image/png' },
  );

export async function withDownload(messages: Messages) {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  await agent.stream({ messages, writable: getWritable(), experimental_download: downloadOthers });
}

/** This provider loads files itself. */
export async function withDownloadOfProvider(messages: Messages) {
  'use workflow';
  const agent = new DurableAgent({ model: anthropicModel() });
  await agent.stream({
    messages,
    writable: getWritable(),
    experimental_download: async (files: Download[]) => await downloadOthers(files),
  });
}

export async function writeAfterAnswer() {
  'use workflow';
  const writable = getWritable();
  const agent = new DurableAgent({ model: chatModel() });
  await agent.stream({ messages: HELLO, writable });
  await writable.getWriter().write({ type: 'data-late', data: 1 });
}

/** Functions that the compiler cannot see in the options of the call. */
export async function withHiddenFunction(option: 'experimental_transform' | 'experimental_download') {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel() });
  const options = { [option]: (given: unknown) => given };
  await agent.stream({ messages: HELLO, writable: getWritable(), ...options });
}
