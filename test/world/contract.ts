/**
 * The promises of every World. Each implementation runs this suite; `runtime/world/world.ts` describes the contract.
 */
import { describe } from 'vitest';
import type { OpenStore } from './test-store.ts';
import { testAppends } from './contract/appends.ts';
import { testChanges } from './contract/changes.ts';
import { testClaims } from './contract/claims.ts';
import { testHooks } from './contract/hooks.ts';
import { testInbox } from './contract/inbox.ts';
import { testJournal } from './contract/journal.ts';
import { testKeys } from './contract/keys.ts';
import { testLeases } from './contract/leases.ts';
import { testLifecycle } from './contract/lifecycle.ts';
import { testListing } from './contract/listing.ts';
import { testMoves } from './contract/moves.ts';
import { testOffers } from './contract/offers.ts';
import { testOutbox } from './contract/outbox.ts';
import { testRemoval } from './contract/removal.ts';
import { testStepChunks } from './contract/step-chunks.ts';
import { testStreams } from './contract/streams.ts';

/** Runs the suite; `openStore` makes an empty store for each test. */
export function testWorld(openStore: OpenStore, { moves = true } = {}): void {
  describe('lifecycle', () => testLifecycle(openStore));
  describe('journal', () => testJournal(openStore));
  describe('keys', () => testKeys(openStore));
  describe('outbox', () => testOutbox(openStore));
  describe('hooks', () => testHooks(openStore));
  describe('inbox', () => testInbox(openStore));
  describe('claims', () => testClaims(openStore));
  describe('leases', () => testLeases(openStore));
  describe('steps for other workers', () => testOffers(openStore));
  describe('appends of commits', () => testAppends(openStore));
  describe('streams', () => testStreams(openStore));
  describe('chunks of steps', () => testStepChunks(openStore));
  describe('removal', () => testRemoval(openStore));
  describe('lists of runs', () => testListing(openStore));
  if (moves) describe('moves', () => testMoves(openStore));
  describe('changes', () => testChanges(openStore));
}
