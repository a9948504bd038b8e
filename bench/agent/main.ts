/**
 * `node bench/agent/main.ts`: what a durable agent costs for each call of the model, with one that answers at once,
 * beside a bare loop of `streamText` and the published peer on the same model server; and what a talk over a long
 * prompt stores.
 *
 * --only bare,ours   these systems (bare, ours, vercel) --talks N          talks of each kind that are measured
 * (default: 15; the peer has a fifth of them) --dir DIR          where the stores are, on the disk to measure (default:
 * the system's temporary directory)
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { installPeers, peerVersion } from '../peers.ts';
import { alignTable, roundForPeople } from '../table.ts';
import {
  AGENT_SYSTEM_NAMES,
  type AgentFigures,
  type AgentSystemName,
  type TalkKind,
  type TalkPlan,
} from './agent-system.ts';

/** The limits that our own system must keep. */
const OVERHEAD_MS_MOST = 5;
const STORED_BYTES_MOST = 300_000;

const KIND_TITLES: Record<TalkKind, string> = {
  tools: 'One answer of 20 calls, each with a step as its tool',
  answers: '20 answers of one call without tools',
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: AGENT_SYSTEM_NAMES.join() },
    talks: { type: 'string', default: '15' },
    dir: { type: 'string', default: tmpdir() },
  },
});
const systems = AGENT_SYSTEM_NAMES.filter((name) => values.only.split(',').includes(name));
const talks = Number(values.talks);
const PLAN = { rounds: 20, promptBytes: 100_000, storedTalks: 3 };
const PLANS: Record<AgentSystemName, TalkPlan> = {
  bare: { ...PLAN, talks, warmUpTalks: 5 },
  ours: { ...PLAN, talks, warmUpTalks: 5 },
  vercel: { ...PLAN, talks: Math.ceil(talks / 5), warmUpTalks: 1 },
};

await build();
if (systems.includes('vercel')) installPeers();
const dir = mkdtempSync(join(values.dir, 'workflow-agent-bench-'));
const models = startProcess('serve-model.ts', []);
try {
  const [modelUrl] = (await once(models, 'message')) as [string];
  const figures = new Map<AgentSystemName, AgentFigures>();
  for (const name of systems) figures.set(name, await measureSystem(name, modelUrl));
  console.log(`\n${formatFigures(figures)}`);
} finally {
  models.kill();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** In a process of its own: each system has its own packages. */
async function measureSystem(name: AgentSystemName, modelUrl: string): Promise<AgentFigures> {
  console.log(`Measuring ${name} …`);
  const place = join(dir, name);
  mkdirSync(place);
  const child = startProcess('measure-agent.ts', [name, place, JSON.stringify(PLANS[name])], modelUrl);
  const ended = once(child, 'exit');
  const [figures] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${name} ended before it was measured`))),
  ])) as [AgentFigures];
  await ended;
  return figures;
}

/** The output of a peer is no part of the report. */
function startProcess(file: string, args: string[], modelUrl = ''): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, MODEL_URL: modelUrl, AI_SDK_LOG_WARNINGS: 'false' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function formatFigures(figures: ReadonlyMap<AgentSystemName, AgentFigures>): string {
  // The peer is installed only when it is measured.
  const vercel = figures.has('vercel') ? `@workflow/ai ${peerVersion('@workflow/ai')}` : '';
  const titles = { bare: 'streamText alone', ours: 'ours', vercel };
  const row = (title: string, read: (of: AgentFigures) => number | undefined): string[] => [
    title,
    ...[...figures.values()].map((of) => roundForPeople(read(of))),
  ];
  const bare = figures.get('bare')?.roundMs;
  const rows = [['', ...[...figures.keys()].map((name) => titles[name])]];
  for (const [kind, title] of Object.entries(KIND_TITLES) as [TalkKind, string][]) {
    rows.push([title]);
    for (const which of ['median', 'best'] as const) {
      rows.push(row(`  ms per call of the model, ${which} talk`, ({ roundMs }) => roundMs[kind][which]));
      rows.push(
        row('    more than streamText alone', ({ roundMs }) => bare && roundMs[kind][which] - bare[kind][which]),
      );
    }
  }
  rows.push(
    row('kB stored: 20 calls over a prompt of 100 kB', ({ storedBytes }) =>
      storedBytes === null ? undefined : storedBytes / 1000,
    ),
  );
  const targets = `Targets of ours: at most ${OVERHEAD_MS_MOST} ms more, less than ${STORED_BYTES_MOST / 1000} kB.`;
  return `${alignTable(rows)}\n\n${targets}`;
}
