/** The contract of all Worlds, for one over three databases. */
import { describe } from 'vitest';
import type { Spread } from '../../runtime/world/sharded/sharded-world.ts';
import { testWorld } from './contract.ts';
import { testChanges } from './contract/changes.ts';
import { testHooks } from './contract/hooks.ts';
import { testInbox } from './contract/inbox.ts';
import { testJournal } from './contract/journal.ts';
import { testLeases } from './contract/leases.ts';
import { testStreams } from './contract/streams.ts';
import { openShardedStore } from './sharded-store.ts';

/** As the runtime has it: what belongs together, such as a family of runs, is in one database. */
const TOGETHER: Spread = { placeOf: () => 1, homeOf: () => 1 };
const APART: Spread = { placeOf: (runId) => Number(runId.at(-1)) % 3, homeOf: (text) => text.length % 3 };

describe('runs that belong together', () => testWorld(openShardedStore(TOGETHER), { moves: false }));
// `sharded.test.ts` has the rest: keys are with their runs, and effects on other databases have letters of their own.
describe('runs spread over all databases', () => {
  const openStore = openShardedStore(APART);
  describe('journal', () => testJournal(openStore));
  describe('hooks', () => testHooks(openStore));
  describe('inbox', () => testInbox(openStore));
  describe('leases', () => testLeases(openStore));
  describe('streams', () => testStreams(openStore));
  describe('changes', () => testChanges(openStore));
});
