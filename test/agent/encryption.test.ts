/** Agents on an encrypted store. It has a file of its own, because a process reads its keys once. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findMarkers } from '../world/find-marker.ts';
import { AgentSession, LIVE_AND_REPLAY } from './agent-session.ts';

const MARKER = 'Hammerfest';

test('the store shows nothing of the calls of tools and of the answer', async () => {
  vi.stubEnv('WORKFLOW_ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const agents = await AgentSession.open('conformance', LIVE_AND_REPLAY[0]!, 'sqlite');
  onTestFinished(() => agents.close());
  const script = [{ toolCalls: [{ name: 'weather', input: { city: MARKER } }] }, `The answer: ${MARKER}.`];
  const { result } = await agents.play(script, 'ask');
  expect(result).toMatchObject({ text: `The answer: ${MARKER}.` });
  const dataDir = join(agents.project.dir, 'data');
  expect(findMarkers(dataDir, MARKER)).toEqual([]);
  expect(findMarkers(dataDir, 'enc1t:k1')).toEqual(['enc1t:k1']);
});
