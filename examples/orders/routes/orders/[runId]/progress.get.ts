import { defineHandler, HTTPError } from 'nitro';
import { findRun } from '../../../shop/find-run.ts';

/** The progress of an order, line by line, until it ends. `?from=3` leaves out the first three lines. */
export default defineHandler(async (event) => {
  const run = await findRun(event);
  const startIndex = Number(event.url.searchParams.get('from') ?? 0);
  if (!Number.isInteger(startIndex)) throw new HTTPError({ status: 400, message: '"from" is the number of a line.' });
  const lines = run.getReadable<string>({ startIndex }).pipeThrough(endLines()).pipeThrough(new TextEncoderStream());
  return new Response(lines, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
});

function endLines(): TransformStream<string, string> {
  return new TransformStream({
    transform: (line, controller) => controller.enqueue(`${line}\n`),
  });
}
