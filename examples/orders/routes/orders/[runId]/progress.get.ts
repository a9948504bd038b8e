import { defineHandler } from 'nitro';
import { findRun } from '../../../shop/find-run.ts';

/** The progress of an order, line by line, until it ends. `?from=3` leaves out the first three lines. */
export default defineHandler(async (event) => {
  const run = await findRun(event);
  const startIndex = Number(event.url.searchParams.get('from') ?? 0);
  const asLines = new TransformStream<string, string>({
    transform: (line, controller) => controller.enqueue(`${line}\n`),
  });
  const lines = run.getReadable<string>({ startIndex }).pipeThrough(asLines).pipeThrough(new TextEncoderStream());
  return new Response(lines, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
});
