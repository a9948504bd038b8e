import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { httpTraffic } from './http-traffic.ts';

httpTraffic.follow();
// Other files are run by the same process.
afterAll(leaveRuntime);

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return server;
}

/** A connection that the server has accepted, and on which nothing was sent. */
async function openConnection(server: Server): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await accepted;
  return socket;
}

const isOpen = async (promise: Promise<void>): Promise<boolean> =>
  await Promise.race([promise.then(() => false), new Promise<true>((resolve) => setImmediate(resolve, true))]);

test('a request that comes over an open connection after the end of listening is answered and waited for', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await serve((_, response) => {
    arrived.resolve();
    void answer.promise.then(() => response.end('here'));
  });
  const socket = await openConnection(server);
  httpTraffic.leave();
  onTestFinished(() => httpTraffic.stay());
  httpTraffic.stopListening();
  const settled = httpTraffic.settled(20_000, { stopped: true });
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await arrived.promise;
  expect(server.listening).toBe(false);
  expect(await isOpen(settled)).toBe(true);
  answer.resolve();
  const [text] = (await once(socket, 'data')) as [string];
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i);
  await settled;
});

test('nothing is waited for when no request is under way, except that servers stop listening where that is said', async () => {
  const server = await serve((_, response) => response.end());
  await httpTraffic.settled(20_000, { stopped: false });
  const settled = httpTraffic.settled(20_000, { stopped: true });
  expect(await isOpen(settled)).toBe(true);
  server.close();
  await settled;
});

test('a request that does not end is waited for until the limit', async () => {
  const server = await serve(() => undefined);
  const socket = await openConnection(server);
  const requested = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await requested;
  const begin = performance.now();
  await httpTraffic.settled(60, { stopped: false });
  expect(performance.now() - begin).toBeGreaterThan(50);
});

test('those who wait to connect are let in before servers stop listening', async () => {
  const server = await serve((_, response) => response.end('here'));
  const { port } = server.address() as AddressInfo;
  // Node accepts one of them per turn of the loop.
  const answers = Array.from({ length: 40 }, async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    return String(await once(socket, 'data'));
  });
  await httpTraffic.caughtUp(20_000);
  httpTraffic.stopListening();
  for (const answer of await Promise.all(answers)) expect(answer).toContain('200 OK');
});

test('time in which the event loop is held is no time to answer', async () => {
  const answering = Promise.withResolvers<() => void>();
  const server = await serve((_, response) => answering.resolve(() => response.end()));
  const socket = await openConnection(server);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  const answer = await answering.promise;
  let isAnswered = false;
  const settled = httpTraffic.settled(200, { stopped: false });
  setTimeout(() => {
    for (const begin = performance.now(); performance.now() - begin < 400;);
    setTimeout(() => {
      isAnswered = true;
      answer();
    });
  });
  await settled;
  expect(isAnswered).toBe(true);
});
