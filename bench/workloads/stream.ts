/** A step writes chunks as fast as it may; a reader follows from the start of the run. */
import { marks } from '../marks.ts';
import { takeSamples } from '../samples.ts';
import { median } from '../statistics.ts';
import type { System } from '../system.ts';
import type { Measured, ParamsOf } from '../workload.ts';

export async function measureStream(system: System, params: ParamsOf<'stream'>, deadlineMs: number): Promise<Measured> {
  const rates: number[] = [];
  const first: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const { firstMs, totalMs } = await followOne(system, params.chunks);
    first.push(firstMs);
    rates.push(params.chunks / (totalMs / 1000));
  });
  const figures = { chunksPerSecond: median(rates), firstChunkMs: median(first), samples: rates.length };
  return { result: true, figures, done: { chunk: rates.length * params.chunks } };
}

/** Times count from just before the step writes its first chunk. */
async function followOne(system: System, chunks: number): Promise<{ firstMs: number; totalMs: number }> {
  marks.clear();
  const run = await system.start('publish', [chunks]);
  let firstAt = 0;
  let received = 0;
  for await (const _chunk of run.chunks()) if (received++ === 0) firstAt = performance.now();
  const endedAt = performance.now();
  await run.result();
  if (received !== chunks) throw new Error(`${chunks} chunks were written and ${received} read.`);
  const begunAt = marks.times.at(0)!;
  return { firstMs: firstAt - begunAt, totalMs: endedAt - begunAt };
}
