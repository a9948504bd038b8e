import { expect, test } from 'vitest';
import { createBuildQueue } from './build-queue.ts';

test('builds run one after the other in the order of the calls, and a failed one does not stop the others', async () => {
  const enqueue = createBuildQueue();
  const story: string[] = [];
  const build = (name: string) => async (): Promise<string> => {
    story.push(`${name} begins`);
    await Promise.resolve();
    story.push(`${name} ends`);
    if (name === 'second') throw new Error('broken');
    return name;
  };
  const results = await Promise.allSettled(['first', 'second', 'third'].map((name) => enqueue(build(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(story).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
