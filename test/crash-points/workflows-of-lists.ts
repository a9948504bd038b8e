/**
 * Canonical workflows: values that are stored once for many steps; steps that read back what they wrote, and start
 * over.
 */
import { readWritten, restartWriting } from '../../runtime/entries/agent.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';

async function writeAll(...chunks: string[]): Promise<void> {
  const writer = getWritable().getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
}

export const LIST_WORKFLOWS: CanonicalWorkflow[] = [
  {
    name: 'a list that grows from step to step',
    steps: { answer: (texts: string[]) => `${texts.length}: ${texts.at(-1)}` },
    workflow: async ({ step, openStoredList }) => {
      const list = openStoredList<string>('texts');
      const indexes = [list.add('question')];
      for (let round = 0; round < 3; round++) indexes.push(list.add(await step('answer')(list.pick(indexes))));
      return list.pick(indexes);
    },
  },
  {
    name: 'a step that starts its stream over',
    streams: [undefined],
    steps: {
      write: async () => {
        await writeAll('same', 'draft');
        await restartWriting(getWritable());
        await writeAll('same', 'final');
      },
    },
    workflow: async ({ step }) => {
      await step('write')();
      await step('write')();
    },
  },
  {
    name: 'a step that goes on where its last attempt was cut off',
    streams: [undefined],
    steps: {
      write: async () => {
        const written = (await readWritten(getWritable())) as string[];
        await writeAll(...written, ...['a', 'b', 'c'].slice(written.length));
      },
    },
    workflow: async ({ step }) => await step('write')(),
  },
];
