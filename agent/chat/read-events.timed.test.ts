import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

it('a large event in many pieces is read in time that grows with its length alone', async () => {
  const encoder = new TextEncoder();
  const pieces = Array<Uint8Array>(512).fill(encoder.encode('x'.repeat(16_384)));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of [encoder.encode('data: '), ...pieces, encoder.encode('\n\n')]) controller.enqueue(piece);
      controller.close();
    },
  });
  const startedAt = performance.now();
  const { value: event } = await readEvents(body, { idleMs: null, signal: new AbortController().signal }).next();
  expect(event!.data).toHaveLength(512 * 16_384);
  // A reader that searches all of it again for each piece takes more than four seconds.
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
