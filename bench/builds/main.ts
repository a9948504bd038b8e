/**
 * `node bench/builds/main.ts [--with-peer]`: how long builds take in a project of 50 files of workflows and 500 steps,
 * the first one and those after an edit in the same process, as watchers make them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from '../peers.ts';
import type { BuildTimes } from './measure-builds.ts';

const { values } = parseArgs({ options: { 'with-peer': { type: 'boolean', default: false } } });

await report('ours');
if (values['with-peer']) {
  installPeers();
  await report('vercel');
}

/** In a process of its own: each system has its own compiler and its own caches. */
async function report(system: string): Promise<void> {
  // A peer's output is no part of the report.
  const child = fork(join(import.meta.dirname, 'measure-builds.ts'), [system], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [times] = (await once(child, 'message')) as [BuildTimes[]];
  console.log(`\n${system}`);
  for (const { scenario, builds, wallMs, cpuMs } of times) {
    console.log(`  ${scenario.padEnd(34)}${format(wallMs)} ms   CPU ${format(cpuMs)} ms   (median of ${builds})`);
  }
}

function format(ms: number): string {
  return ms.toFixed(0).padStart(6);
}
