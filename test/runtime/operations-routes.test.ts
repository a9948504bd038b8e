import type { Log } from '../../runtime/contract/log.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { localOperations } from '../../runtime/operations/local-operations.ts';
import { createRemoteOperations } from '../../runtime/operations/remote-operations.ts';
import { VERB_NAMES } from '../../runtime/operations/verbs.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness, type Harness } from './harness.ts';

const SITE = 'http://localhost:3000/shop';
const BASE = `${SITE}/.well-known/workflow/v1/operations`;
const UNKNOWN_RUN = 'wrun_00000000000000000000000000';
const HOOK = 'approval-17-secret';
const handle = createHandler();

/** By their scopes. */
const TOKENS = {
  all: 'a'.repeat(32),
  read: 'r'.repeat(32),
  act: 'c'.repeat(32),
  'read+values': 'v'.repeat(32),
  'read+act': 'b'.repeat(40),
};
type TokenName = keyof typeof TOKENS;
const SETTING = Object.entries(TOKENS)
  .map(([scopes, token]) => `${scopes.replace('+', '-')}:${scopes === 'all' ? 'read+act+values' : scopes}:${token}`)
  .join(', ');

interface Sent {
  token?: TokenName | null;
  method?: string;
  body?: string | object;
  headers?: Record<string, string>;
}

async function send(path: string, { token = 'all', method = 'POST', body = {}, headers = {} }: Sent = {}) {
  const request = new Request(`${BASE}/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${TOKENS[token]}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await handle(request);
  const text = await response.text();
  const answer = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, answer, code: answer?.error?.code as unknown, text };
}

/** A refusal, as status and code. */
async function refusalOf(path: string, sent: Sent): Promise<[number, unknown]> {
  const { status, code } = await send(path, sent);
  return [status, code];
}

/** Collects the lines of the log about operations. */
function readLog(log: { info(event: string, details: Record<string, unknown>): void }): object[] {
  const lines: object[] = [];
  const { info } = log;
  log.info = (event, details) => void (event === 'operation' && lines.push(details));
  onTestFinished(() => void (log.info = info));
  return lines;
}

async function createServer(env: Record<string, string> = { WORKFLOW_OPERATIONS_TOKENS: SETTING }) {
  const harness = await createHarness(
    {
      workflows: {
        order: async ({ step }, name: string) => await step('charge')(name),
        wait: async ({ sleep }) => await sleep('1 day'),
        approve: async ({ createHook }, token: string) => await createHook({ token }),
        fail: async ({ step }) => await step('refuse')(),
      },
      steps: {
        charge: async (name: string) => {
          const writer = getWritable().getWriter();
          await writer.write(`charged ${name}`);
          return { paid: true };
        },
        refuse: Object.assign(
          () => {
            throw new Error('the card was declined');
          },
          { maxRetries: 0 },
        ),
      },
    },
    { env },
  );
  const lines = readLog(harness.runtime.log);
  /** A run that waits for the hook. */
  const startWaiting = async (token = HOOK) => {
    const run = await harness.start('approve', token);
    await harness.untilEvent(run, 'hook_created');
    return run;
  };
  const startSleeping = async () => {
    const run = await harness.start('wait');
    await harness.untilEvent(run, 'wait_created');
    return run;
  };
  const startOrder = async () => {
    const run = await harness.start('order', 'A-17');
    await run.returnValue;
    return run;
  };
  const startFailed = async () => {
    const run = await harness.start('fail');
    await run.returnValue.catch(() => null);
    return run;
  };
  return { ...harness, lines, startWaiting, startSleeping, startOrder, startFailed };
}

describe('operations over HTTP that read', () => {
  it('answer as in the process of the store', async () => {
    const { startOrder, startWaiting } = await createServer();
    const { runId } = await startOrder();
    const waiting = await startWaiting();
    const requests = {
      listRuns: { workflow: 'order', limit: 5 },
      readRun: { runId, values: true },
      listSteps: { runId, values: true },
      listWaits: { runId },
      listHooks: { runId: waiting.runId },
      listStreams: { runId },
      readStream: { runId, from: 0 },
      journal: { runId, values: true, after: 1 },
      previewBulk: { action: 'delete', conditions: {}, limit: 1 },
      checkStore: {},
    } as const;
    for (const [verb, body] of Object.entries(requests)) {
      const local = localOperations[verb as keyof typeof requests] as (argument: object) => Promise<object>;
      expect({ verb, answer: (await send(verb, { body })).answer }).toEqual({ verb, answer: await local(body) });
    }
    expect((await send('readRun', { body: { runId, values: true } })).answer).toMatchObject({
      input: { value: ['A-17'] },
      output: { value: { paid: true } },
    });
    expect((await send('readStream', { body: { runId } })).answer.chunks).toMatchObject([
      { chunk: { value: 'charged A-17' } },
    ]);
    expect((await send('stats')).answer.counts).toHaveLength(2);
    expect((await send('workers')).answer).toMatchObject({ workers: [{ isAlive: true }] });
  });

  it('let nobody keep the answer, and no page of another site read it', async () => {
    const { startOrder } = await createServer();
    const { runId } = await startOrder();
    const { status, headers } = await send('readRun', { body: { runId }, headers: { Origin: 'https://evil.example' } });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const asked = await send('readRun', { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } });
    expect([asked.status, asked.code, asked.headers.get('allow')]).toEqual([405, 'request_method', 'POST']);
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('operations over HTTP that act', () => {
  it('reach single runs, and the log says who did it', async () => {
    const { startSleeping, startWaiting, startFailed, startOrder, lines, untilEvent, journal } = await createServer();
    const run = await startSleeping();
    const { runId } = run;
    expect((await send('pause', { body: { runId } })).answer).toEqual({ runId });
    await untilEvent(run, 'run_paused');
    expect((await send('resume', { body: { runId } })).answer).toEqual({ runId });
    await untilEvent(run, 'run_resumed');
    expect((await send('wake', { body: { runId } })).answer).toEqual({ runId, stopped: 1 });
    await run.returnValue;
    const cancelled = await startSleeping();
    await send('cancel', { token: 'act', body: { runId: cancelled.runId, reason: 'a mistake' } });
    await untilEvent(cancelled, 'run_cancelled');
    expect((await journal(cancelled)).at(-1)).toMatchObject({ reason: 'a mistake' });
    expect(await actorsOf(run, journal)).toEqual(['all', 'all', 'all']);
    expect(await actorsOf(cancelled, journal)).toEqual(['act']);
    const waiting = await startWaiting();
    const sent = await send('resumeHook', { body: { token: HOOK, payload: { approved: true }, id: 'click-1' } });
    expect(sent.answer).toEqual({ runId: waiting.runId });
    await expect(waiting.returnValue).resolves.toEqual({ approved: true });
    expect(await actorsOf(waiting, journal)).toEqual(['all']);
    const failed = await startFailed();
    const retried = await send('retry', { body: { runId: failed.runId } });
    expect(retried.answer.runId).toMatch(/^wrun_/);
    const order = await startOrder();
    const forked = await send('fork', { body: { runId: order.runId, input: ['B-18'] } });
    expect(forked.answer.runId).toMatch(/^wrun_/);
    const started = await send('start', { body: { workflow: 'order', args: ['C-19'], key: 'order-19' } });
    expect(started.answer).toMatchObject({ workflowName: expect.stringContaining('order'), hasWorker: true });
    expect((await send('deleteRun', { body: { runId: order.runId } })).answer).toEqual({ runId: order.runId });
    expect(await refusalOf('readRun', { body: { runId: order.runId } })).toEqual([404, 'run_not_found']);
    expect(lines).toEqual([
      { verb: 'pause', by: 'all', runId, result: runId, outcome: 'done' },
      { verb: 'resume', by: 'all', runId, result: runId, outcome: 'done' },
      { verb: 'wake', by: 'all', runId, result: runId, outcome: 'done' },
      expect.objectContaining({ verb: 'cancel', by: 'act', runId: cancelled.runId }),
      { verb: 'resumeHook', by: 'all', result: waiting.runId, outcome: 'done' },
      expect.objectContaining({ verb: 'retry', runId: failed.runId, result: retried.answer.runId }),
      expect.objectContaining({ verb: 'fork', runId: order.runId, result: forked.answer.runId }),
      expect.objectContaining({ verb: 'start', key: 'order-19', result: started.answer.runId }),
      expect.objectContaining({ verb: 'deleteRun', runId: order.runId }),
    ]);
  });

  it('reach many runs', async () => {
    const { startSleeping, startOrder, lines, untilEvent, journal } = await createServer();
    const [one, other] = [await startSleeping(), await startSleeping()];
    const body = { action: 'cancel', conditions: { workflow: 'wait' } };
    expect((await send('bulk', { body })).answer).toEqual({ matched: 2, done: 2, skipped: 0, failed: [] });
    for (const run of [one, other]) await untilEvent(run, 'run_cancelled');
    expect((await journal(one)).at(-1)).not.toHaveProperty('reason');
    await startOrder();
    const purge = { before: new Date(Date.now() + 60_000).toISOString(), status: ['completed'] };
    expect((await send('purge', { body: purge })).answer).toEqual({ runs: 1 });
    expect(lines).toEqual([
      { verb: 'bulk', by: 'all', ...body, matched: 2, done: 2, skipped: 0, failed: 0, outcome: 'done' },
      { verb: 'purge', by: 'all', ...purge, runs: 1, outcome: 'done' },
    ]);
  });

  it('say what stands in the way', async () => {
    const { startOrder, lines } = await createServer();
    const { runId } = await startOrder();
    expect(await refusalOf('cancel', { body: { runId } })).toEqual([409, 'run_already_ended']);
    expect(await refusalOf('cancel', { body: { runId: UNKNOWN_RUN } })).toEqual([404, 'run_not_found']);
    expect(await refusalOf('cancel', { body: { runId: 'x' } })).toEqual([400, 'run_id_invalid']);
    expect(await refusalOf('resumeHook', { body: { token: 'nobody' } })).toEqual([404, 'hook_not_found']);
    expect(await refusalOf('start', { body: { workflow: 'ordr' } })).toEqual([400, 'query_workflow_unknown']);
    expect(await refusalOf('purge', { body: { before: 'soon' } })).toEqual([400, 'query_time_invalid']);
    expect(lines).toMatchObject([
      { outcome: 'run_already_ended' },
      { outcome: 'run_not_found' },
      { outcome: 'run_id_invalid' },
      { outcome: 'hook_not_found' },
      { outcome: 'query_workflow_unknown' },
      { outcome: 'query_time_invalid' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('nobody');
  });

  it('refuse what they do not know, and never do more than was asked', async () => {
    const { startSleeping, lines } = await createServer();
    const run = await startSleeping();
    for (const [verb, body, option] of [
      ['bulk', { action: 'cancel', conditions: { statsu: ['failed'] } }, 'conditions.statsu'],
      ['bulk', { action: 'cancel' }, 'conditions'],
      ['bulk', { action: 'cancel', conditions: [] }, 'conditions'],
      ['bulk', { action: 'cancel', conditions: { status: ['faild'] } }, 'conditions.status.0'],
      ['bulk', { action: 'cancel', conditions: { parked: null } }, 'conditions.parked'],
      ['bulk', '{"action":"cancel","conditions":{"__proto__":1}}', 'conditions.__proto__'],
      ['cancel', { runId: run.runId, resaon: 'x' }, 'resaon'],
      ['purge', { before: '2030-01-01', stauts: ['failed'] }, 'stauts'],
      ['wake', { runId: run.runId, correlationIds: 'wait_1' }, 'correlationIds'],
      ['listRuns', { limit: 0 }, 'limit'],
      ['stats', { verbose: true }, 'verbose'],
      ['readRun', [], 'argument'],
      ['start', { workflow: 'order', delay: true }, 'delay'],
    ] as const) {
      const { status, answer } = await send(verb, { body });
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(answer.error.message).toContain(`"${option}"`);
    }
    await expect(run.status).resolves.toBe('running');
    expect(lines).toEqual([]);
  });
});

describe('the routes of operations', () => {
  it('are not there unless they are turned on', async () => {
    await createServer({});
    for (const path of ['listRuns', 'openapi.json', 'nonsense']) {
      const { status, text, headers } = await send(path);
      expect([status, text, [...headers.keys()]]).toEqual([404, '', []]);
    }
  });

  it('take only their tokens, and each for its scopes', async () => {
    const { startWaiting } = await createServer();
    const { runId } = await startWaiting();
    const wrong: Record<string, string>[] = [
      { Authorization: '' },
      { Authorization: `Bearer ${'x'.repeat(32)}` },
      { Authorization: `Basic ${TOKENS.all}` },
      { Authorization: `Bearer ${TOKENS.all}x` },
      { Authorization: '', Cookie: `token=${TOKENS.all}` },
    ];
    for (const headers of wrong) {
      for (const path of ['listRuns', 'nonsense'])
        expect(await refusalOf(path, { headers })).toEqual([401, 'operations_token_wrong']);
    }
    const missing = [403, 'operations_scope_missing'];
    const refused: [string, TokenName, object][] = [
      ['cancel', 'read', { runId }],
      ['cancel', 'read+values', { runId }],
      ['listRuns', 'act', {}],
      ['readRun', 'read', { runId, values: true }],
      ['listSteps', 'read+act', { runId, values: true }],
      ['journal', 'read', { runId, values: true }],
      ['readStream', 'read', { runId }],
    ];
    for (const [verb, token, body] of refused) expect(await refusalOf(verb, { token, body })).toEqual(missing);
    expect((await send('readRun', { token: 'read', body: { runId, values: false } })).status).toBe(200);
    expect((await send('readRun', { token: 'read+values', body: { runId, values: true } })).status).toBe(200);
    expect((await send('openapi.json', { method: 'GET', token: 'act' })).status).toBe(200);
    expect((await send('openapi.json', { method: 'GET', token: null })).status).toBe(401);
  });

  it('take a token no more that was taken out of the list', async () => {
    await createServer();
    expect((await send('listRuns', { token: 'read' })).status).toBe(200);
    await createServer({ WORKFLOW_OPERATIONS_TOKENS: `all:read:${TOKENS.all}` });
    expect((await send('listRuns', { token: 'all' })).status).toBe(200);
    expect(await refusalOf('listRuns', { token: 'read' })).toEqual([401, 'operations_token_wrong']);
  });

  it('show the token of a hook only to those who may act and see values', async () => {
    const { startWaiting, start } = await createServer();
    const holder = await startWaiting();
    const loser = await start('approve', HOOK);
    await loser.returnValue.catch(() => null);
    const tokenFor = async (token: TokenName): Promise<unknown> =>
      (await send('listHooks', { token })).answer.hooks[0].token;
    expect(await tokenFor('all')).toBe(HOOK);
    for (const token of ['read', 'read+act', 'read+values'] as const) expect(await tokenFor(token)).toBe('[masked]');
    for (const verb of ['readRun', 'listSteps', 'journal', 'listHooks']) {
      for (const { runId } of [holder, loser]) {
        expect((await send(verb, { token: 'read+act', body: { runId } })).text).not.toContain(HOOK);
      }
    }
    const { answer } = await send('readRun', { token: 'read', body: { runId: loser.runId } });
    expect(answer.error).toMatchObject({ code: 'hook_conflict', message: expect.stringContaining('"[masked]"') });
  });

  it('refuse other paths, methods, content types and large bodies', async () => {
    await createServer();
    expect(await refusalOf('nonsense', {})).toEqual([404, 'operations_verb_unknown']);
    expect(await refusalOf('toString', {})).toEqual([404, 'operations_verb_unknown']);
    expect(await refusalOf('listRuns/', {})).toEqual([404, 'operations_verb_unknown']);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await refusalOf('listRuns', { method })).toEqual([405, 'request_method']);
    expect(await refusalOf('openapi.json', {})).toEqual([405, 'request_method']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect(await refusalOf('listRuns', { headers: { 'Content-Type': type } })).toEqual([415, 'request_malformed']);
    const charset = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await send('listRuns', { headers: charset })).status).toBe(200);
    for (const body of ['', '{', 'nonsense'])
      expect(await refusalOf('listRuns', { body })).toEqual([400, 'request_malformed']);
    const large = JSON.stringify({ workflow: 'order', args: ['x'.repeat(16 * 1024 * 1024)] });
    expect(await refusalOf('start', { body: large })).toEqual([413, 'request_too_large']);
  });

  it('say no more than that the store does not answer', async () => {
    const { world, runtime } = await createServer();
    const failed: unknown[] = [];
    const ignore = (): void => {};
    const error: Log['error'] = (event, details) => void failed.push([event, details['path']]);
    runtime.log.use({ debug: ignore, info: ignore, warn: ignore, error });
    const { readRun } = world;
    world.readRun = () => Promise.reject(new Error('the password of the database is hunter2'));
    const { status, text, headers } = await send('readRun', { body: { runId: UNKNOWN_RUN } });
    world.readRun = readRun;
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(JSON.parse(text).error).toMatchObject({ name: 'WorkflowError', code: 'store_unavailable' });
    expect(text).not.toContain('hunter2');
    expect(failed).toEqual([['request_failed', '/.well-known/workflow/v1/operations']]);
  });

  it('are described in OpenAPI', async () => {
    await createServer();
    const { answer: document } = await send('openapi.json', { method: 'GET' });
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    });
    expect(new URL(document.servers[0].url, SITE).href).toBe(BASE);
    expect(Object.keys(document.paths)).toEqual(VERB_NAMES.map((name) => `/${name}`));
    expect(VERB_NAMES.toSorted()).toEqual(Object.keys(localOperations).toSorted());
    for (const [path, { post }] of Object.entries<any>(document.paths)) {
      expect(post).toMatchObject({ operationId: path.slice(1), requestBody: { required: true } });
      expect(Object.keys(post.responses)).toContain('200');
      expect(post.requestBody.content['application/json'].schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
      });
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(20);
    for (const path of new Set(references)) {
      const target = path.split('/').reduce((part: any, name) => part?.[name], document);
      expect({ path, target: typeof target }).toEqual({ path, target: 'object' });
    }
  });
});

describe('remote operations', () => {
  const ask = (token: TokenName) =>
    createRemoteOperations({
      url: `${SITE}/`,
      token: TOKENS[token],
      fetch: async (url, init) => await handle(new Request(url, init)),
    });

  it('are those of the process of the store', async () => {
    const { startOrder, startSleeping } = await createServer();
    const { runId } = await startOrder();
    const sleeping = await startSleeping();
    const remote = ask('all');
    expect(Object.keys(remote).toSorted()).toEqual(Object.keys(localOperations).toSorted());
    expect(await remote.readRun({ runId, values: true })).toEqual(
      await localOperations.readRun({ runId, values: true }),
    );
    expect((await remote.stats()).kind).toBe((await localOperations.stats()).kind);
    const progress: object[] = [];
    const request = { action: 'pause' as const, conditions: {} };
    const outcome = await remote.bulk(request, (counts) => void progress.push(counts));
    expect(outcome).toEqual({ matched: 1, done: 1, skipped: 0, failed: [] });
    expect(progress).toEqual([{ ...outcome, failed: 0 }]);
    await sleeping.cancel();
  });

  it('reject with the errors of the application', async () => {
    const { startOrder } = await createServer();
    const { runId } = await startOrder();
    const remote = ask('read+act');
    for (const call of [
      (of: typeof remote) => of.cancel({ runId }),
      (of: typeof remote) => of.readRun({ runId: UNKNOWN_RUN }),
      (of: typeof remote) => of.listRuns({ workflow: 'ordr' }),
    ]) {
      const expected = await call(localOperations).catch(
        (error: unknown) => error as Error & { code: string; fix: string },
      );
      const { name, message, code, fix } = expected as Error & { code: string; fix: string };
      await expect(call(remote)).rejects.toMatchObject({ name, message, code, fix });
    }
    await expect(remote.readStream({ runId })).rejects.toMatchObject({ code: 'operations_scope_missing' });
  });

  it('say that nobody answers, or somebody else', async () => {
    const of = (fetch: typeof globalThis.fetch) => createRemoteOperations({ url: SITE, token: TOKENS.all, fetch });
    const broken = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
    await expect(of(() => Promise.reject(broken)).stats()).rejects.toMatchObject({
      code: 'operations_unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
      fix: expect.any(String),
    });
    for (const response of [
      () => new Response(null, { status: 404 }),
      () => new Response('<html>', { status: 200 }),
      () => Response.json({ error: 'down' }, { status: 502 }),
      () => Response.redirect('https://login.example'),
    ])
      await expect(of(async () => response()).stats()).rejects.toMatchObject({ code: 'operations_not_served' });
  });
});

/** Whom the events of a run name, in their order. */
async function actorsOf(run: { runId: string }, journal: Harness['journal']): Promise<string[]> {
  return (await journal(run)).flatMap((event) => ('by' in event && event.by !== undefined ? [event.by] : []));
}
