import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toNodeHandler, type WebHandler } from '../../integrations/shared/node-handler.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { createHandler, getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { runCli } from './run-cli.ts';

const SECRET = 'a secret of the tests that is long enough';
const SETTINGS = { WORKFLOW_WORLD: 'memory', WORKFLOW_SECRET: SECRET };

beforeAll(() => void Object.assign(process.env, SETTINGS));
afterAll(async () => {
  await getWorld().close();
  for (const name of Object.keys(SETTINGS)) delete process.env[name];
});

let server: Server | null = null;
afterEach(() => {
  server?.close().closeAllConnections();
  server = null;
});

/** @returns The address. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The routes as they should be. */
const routes = createHandler();
const good = toNodeHandler(routes);

/** More than the report shows. */
const stepCopies = Array.from({ length: 25 }, (_, n) => `src/file-${n}.ts`);

interface Examination {
  exitCode: number;
  /** The problems that it named, in order. */
  problems: string[];
  output: string;
}

async function examine(url: string, secret = SECRET): Promise<Examination> {
  const { exitCode, stdout } = await runCli(['doctor', url], { env: { WORKFLOW_SECRET: secret } });
  return { exitCode, problems: [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, kind]) => kind!), output: stdout };
}

const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };

/** Refuses some requests, and lets the others through. */
const refusing =
  (status: number, isRefused: (request: IncomingMessage) => boolean): RequestListener =>
  (request, response) =>
    isRefused(request) ? answers(status)(request, response) : good(request, response);

/** Gives the routes another body than the one that came. */
const rewriting =
  (rewrite: (body: Buffer, request: IncomingMessage) => string | Buffer): RequestListener =>
  async (request, response) => {
    const body = rewrite(await buffer(request), request);
    good(Object.assign(request, { body }), response);
  };

/** Changes the answers. */
const answering = (change: (answer: Response) => Promise<Response> | Response): RequestListener => {
  const handler: WebHandler = async (request) => await change(await routes(request));
  return toNodeHandler(handler);
};

const typeOf = ({ headers }: IncomingMessage): string => headers['content-type'] ?? '';
const isForm = (request: IncomingMessage): boolean =>
  request.method === 'POST' && Number(request.headers['content-length']) > 0 && !typeOf(request).includes('json');
const isBadJson = (json: string): boolean => URL.canParse(json) || !/^[{"].*[}"]$/s.test(json);

describe('workflow doctor', () => {
  test('finds no problem in an application that serves the routes correctly, also below a path', async () => {
    const url = await serve(good);
    for (const address of [url, `${url}/v2/`]) {
      const { exitCode, output } = await examine(address);
      expect(output).toContain('19 of 19 requests');
      expect(exitCode).toBe(0);
    }
  });

  test.each<[string, RequestListener, string[]]>([
    ['sends everybody to the login', answers(307, { location: '/login' }), ['redirected']],
    ['asks everybody who they are', answers(401), ['guarded']],
    ['answers everything with its page', answers(200, { 'content-type': 'text/html' }, '<html>'), ['page-answered']],
    ['has nothing there', answers(404), ['not-mounted']],
    ['cannot reach its store', answers(503, {}, '{"error":{"code":"store_unavailable"}}'), ['unavailable']],
    ['fails', answers(500), ['answered-otherwise']],
    ['takes forms for forged ones', refusing(403, isForm), ['origin-checked']],
    ['limits bodies', refusing(413, ({ headers }) => Number(headers['content-length']) > 100_000), ['body-limited']],
    ['closes the connection on large bodies', closingOnLarge, ['body-limited']],
    ['knows few types', refusing(415, (request) => isForm(request) && typeOf(request) === ''), ['type-refused']],
    ['knows few methods', refusing(405, ({ method }) => !['GET', 'POST'].includes(method!)), ['method-refused']],
    ['parses JSON first', parsingJson, ['body-changed', 'body-parsed']],
    ['loses what has no type', rewriting((body, request) => (typeOf(request) === '' ? '' : body)), ['body-emptied']],
    ['overrides methods', overriding, ['method-changed']],
    ['decodes paths', decoding, ['token-changed']],
    ['joins cookies', answering(joinCookies), ['cookies-changed']],
    ['holds answers back', answering(holdBack), ['answer-held-back']],
  ])('names what is in the way of an application that %s', async (_, listener, problems) => {
    const examined = await examine(await serve(listener));
    expect(examined.problems, examined.output).toEqual(problems);
    expect(examined.output).toContain('Fix: ');
    expect(examined.exitCode).toBe(1);
  });

  test('accepts a CORS middleware that answers OPTIONS', async () => {
    const { exitCode, output } = await examine(await serve(refusing(400, ({ method }) => method === 'OPTIONS')));
    expect(output).toContain('19 of 19 requests');
    expect(exitCode).toBe(0);
  });

  test('reports that there is no answer', async () => {
    const url = await serve(good);
    server!.close();
    expect((await examine(url)).problems).toEqual(['unreachable']);
  });

  test('reports that the application has another secret', async () => {
    expect((await examine(await serve(good), 'another secret that is long enough')).problems).toEqual([
      'secret-differs',
    ]);
  });

  test('lists the files that the steps have copies of, and nobody else learns of them', async () => {
    const manifest = { version: '1', buildId: 'b', workflows: {}, steps: {}, classes: {} } as const;
    const bundle = { buildId: 'b' as BuildId, code: '() => ({ load: {} })', map: null };
    const layer = { errors: new Map(), isCopy: true };
    await registerBuild({
      bundle,
      steps: new Map([['step//./a//copied', { kind: 'function', fn: () => {}, layer }]]),
      manifest: { ...manifest, buildId: bundle.buildId, stepCopies },
    });
    const url = await serve(good);
    const { exitCode, output } = await examine(url);
    expect(output).toContain('  src/file-0.ts\n');
    expect(output).toContain('  and 5 more\n');
    expect(exitCode).toBe(0);
    const answer = await fetch(`${url}/.well-known/workflow/v1/webhook/workflow-step-copies`);
    expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 404, body: '' });
  });

  test('gets no answer from the routes without a signature: the webhook does not exist', async () => {
    const url = `${await serve(good)}/.well-known/workflow/v1/webhook/workflow-doctor`;
    for (const headers of [{}, { 'x-workflow-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }]) {
      const answer = await fetch(url, { method: 'POST', body: 'x', headers: headers as Record<string, string> });
      expect({
        status: answer.status,
        body: await answer.text(),
        probe: answer.headers.get('x-workflow-probe'),
      }).toEqual({
        status: 404,
        body: '',
        probe: null,
      });
    }
  });

  test.each([
    [['localhost:3000'], 'cli_url_invalid'],
    [['http://localhost:1'], 'cli_secret_missing'],
  ])('refuses to be called with %j', async (args, code) => {
    const { exitCode, stderr } = await runCli(['doctor', ...args]);
    expect(stderr).toContain(`[${code}]`);
    expect(exitCode).toBe(2);
  });
});

async function parsingJson(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!typeOf(request).includes('json')) return good(request, response);
  const json = await text(request);
  if (isBadJson(json)) return void response.writeHead(400).end();
  good(Object.assign(request, { body: JSON.stringify(JSON.parse(json)) }), response);
}

function closingOnLarge(request: IncomingMessage, response: ServerResponse): void {
  if (Number(request.headers['content-length']) > 100_000) request.socket.destroy();
  else good(request, response);
}

function overriding(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'PUT') request.method = 'POST';
  good(request, response);
}

function decoding(request: IncomingMessage, response: ServerResponse): void {
  request.url = encodeURI(decodeURIComponent(request.url!)).replace('%25', '');
  good(request, response);
}

function joinCookies(answer: Response): Response {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) answer.headers.set('set-cookie', cookies.join(', '));
  return answer;
}

async function holdBack(answer: Response): Promise<Response> {
  return new Response(await answer.bytes(), { status: answer.status, headers: answer.headers });
}
