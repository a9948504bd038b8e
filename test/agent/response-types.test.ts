/** The stream of a run fits what the AI SDK makes responses of, by type: `npm run check` compiles this file. */
import type { createUIMessageStreamResponse as inAi6 } from 'ai';
import type { createUIMessageStreamResponse as inAi5 } from 'ai-5';
import type { createUIMessageStreamResponse as inAi7 } from 'ai-7';
import { expectTypeOf, test } from 'vitest';
import type { Run } from '../../runtime/entries/api.ts';

test('run.readable is a stream for createUIMessageStreamResponse()', () => {
  type Readable = Run['readable'];
  expectTypeOf<Readable>().toExtend<Parameters<typeof inAi5>[0]['stream']>();
  expectTypeOf<Readable>().toExtend<Parameters<typeof inAi6>[0]['stream']>();
  expectTypeOf<Readable>().toExtend<Parameters<typeof inAi7>[0]['stream']>();
});
