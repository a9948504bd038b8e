/**
 * Records runs of today's agents, whose journals later code must read: `node test/agent/golden/record-golden.ts`, after
 * `npm run build`.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GoldenAgent, HANGING_QUESTION, type Recordings } from './golden-agent.ts';

const folder = import.meta.dirname;
const kept = readdirSync(folder).filter((name) => name.startsWith('agent-')).length;
const directory = join(folder, `agent-${kept + 1}`);
mkdirSync(join(directory, 'store'), { recursive: true });

const agent = await GoldenAgent.open({ hangs: true });
const finished = await agent.start('What is the weather, and will you pay?');
await agent.approve(finished);
const waiting = await agent.start('Please pay 7.');
await agent.chunk(waiting, 'tool-approval-request');
const calling = await agent.start(HANGING_QUESTION);
await agent.chunk(calling, 'text-delta');

const recordings: Recordings = {};
for (const [name, runId] of Object.entries({ finished, waiting, calling })) {
  recordings[name] = { runId, journal: await agent.project.world.readJournal(runId) };
}
writeFileSync(join(directory, 'journals.json'), `${JSON.stringify(recordings, null, 1)}\n`);
// The store as it is when the process ends at this moment.
const database = new DatabaseSync(join(agent.project.dir, 'data/workflow.db'));
database.prepare('VACUUM INTO ?').run(join(directory, 'store/workflow.db'));
database.close();
await agent.close();
