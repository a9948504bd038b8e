import { expect, onTestFinished, test } from 'vitest';
import { SharedConnections } from '../../../agent/mcp/shared-connections.ts';
import type { ResolvedServer } from '../../../agent/mcp/resolve-server.ts';
import { startTestServer, type TestServer, TOKEN } from './test-server.ts';

async function startServer(): Promise<{ server: TestServer; place: ResolvedServer }> {
  const server = await startTestServer({ tools: [] });
  onTestFinished(() => server.close());
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return {
    server,
    place: { target: { kind: 'http', url: server.url, headers }, shownAs: server.url, secrets: [] },
  };
}

test('steps that ask at the same time have one connection, which is closed when nobody has asked for a while', async () => {
  const { server, place } = await startServer();
  const connections = new SharedConnections(1);
  const [one, other] = await Promise.all([connections.lease(place, 10_000), connections.lease(place, 10_000)]);
  expect(one.client).toBe(other.client);
  one.release(false);
  await other.client.ping();
  other.release(false);
  await server.untilSessionsEnded(1);
});

test('a connection that broke is given to nobody else, and closed when its last user has gone', async () => {
  const { server, place } = await startServer();
  const connections = new SharedConnections(60_000);
  const broken = await connections.lease(place, 10_000);
  const user = await connections.lease(place, 10_000);
  broken.release(true);
  const next = await connections.lease(place, 10_000);
  expect(next.client).not.toBe(user.client);
  await user.client.ping();
  user.release(false);
  await server.untilSessionsEnded(1);
  next.release(true);
  await server.untilSessionsEnded(2);
});

test('a connection that could not be opened is tried anew by the next step', async () => {
  const { server, place } = await startServer();
  const connections = new SharedConnections(1);
  server.refuse('initialize', 503);
  await expect(connections.lease(place, 10_000)).rejects.toMatchObject({ code: 503 });
  const { client, release } = await connections.lease(place, 10_000);
  await client.ping();
  release(true);
});
