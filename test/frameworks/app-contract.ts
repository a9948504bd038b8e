/** Tests that every integration must pass with the application in `app/`, over HTTP while it runs. */
import { describe, expect, test, vi } from 'vitest';
import { WAIT } from '../time-limits.ts';
import { describeAgents } from './agent-contract.ts';
import type { AppClient } from './app-client.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const UNKNOWN_RUN = 'wrun_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A server on which the application runs, without `WORKFLOW_PUBLIC_MANIFEST`. */
export interface AppUnderTest {
  client: AppClient;
  /** The server's store is below this directory. */
  dir: string;
  /** Ends the server without warning and starts it again; resolves when it answers. */
  crash(): Promise<void>;
}

/** Defines tests of a running server. @param app Returns the server; called in tests only. */
export function describeApp(app: () => AppUnderTest): void {
  describe('workflows', () => describeWorkflows(() => app().client));
  describe('code that cannot be loaded', () => describeBrokenCode(() => app().client));
  describe('errors', () => describeErrors(() => app().client));
  describe('webhooks', () => describeWebhooks(() => app().client));
  describe('the flow and step routes', () => describeWakeRoutes(() => app().client));
  describe('agents', () => describeAgents(app));

  test('after a crash every run finishes, and no finished step runs again', async () => {
    const { client, crash } = app();
    const stages = 8;
    const runIds = await Promise.all(Array.from({ length: 6 }, () => client.start('travel', stages)));
    await vi.waitFor(async () => expect((await client.effects(runIds[0])).length).toBeGreaterThan(3), WAIT);
    await crash();
    const results = await Promise.all(runIds.map((runId) => client.result(runId)));
    expect(results).toEqual(runIds.map(() => (stages * (stages + 1)) / 2));
    for (const runId of runIds) {
      const begun = (await client.effects(runId)).map(({ name }) => Number(name));
      // If a stage had begun when a later one was done, the order would go back.
      expect(begun).toEqual(begun.toSorted((a, b) => a - b));
      expect(begun.length).toBeLessThanOrEqual(stages + 1);
    }
  });
}

function describeWorkflows(client: () => AppClient): void {
  test('steps run in sequence and in parallel, the run sleeps, and a failing step is retried', async () => {
    const runId = await client().start('checkOut', 10);
    expect(await client().result(runId)).toEqual({ total: 20, parts: [10, 5], attempts: 3 });
    const done = (await client().effects(runId)).map(({ name, attempt }) => `${name} #${attempt}`);
    expect(done.toSorted()).toEqual(['addTax #1', 'charge #1', 'charge #2', 'charge #3', 'split 2 #1', 'split 4 #1']);
  });

  test('one that lies in no folder of workflows runs, because the application imports it', async () => {
    expect(await client().result(await client().start('discount', 10))).toBe(8);
  });

  test('instances keep their class in the application, in workflows and in steps', async () => {
    expect(await (await client().ask('/classes')).json()).toEqual([42, 42]);
  });

  test('errors keep their class in the application, in workflows and in steps', async () => {
    expect(await (await client().ask('/errors')).json()).toEqual(['bank', 'delay']);
  });

  test('a run receives the payloads of its hook in the order of acceptance', async () => {
    const runId = await client().start('askForApproval', 'approval-1');
    expect(await client().firstLine(runId)).toBe('open');
    expect(await client().resumeHook('approval-1', { approved: true })).toEqual({ runId });
    await client().resumeHook('approval-1', 'and again');
    expect(await client().result(runId)).toEqual([{ approved: true }, 'and again']);
  });

  test('a cancelled run cleans up and ends', async () => {
    const runId = await client().start('standBy');
    expect(await client().firstLine(runId)).toBe('waiting');
    await client().cancel(runId);
    await expect.poll(() => client().status(runId)).toBe('cancelled');
    expect(await client().effects(runId)).toMatchObject([{ name: 'cleaned up' }]);
  });

  test('the stream of a run can be read while it is written, and again after the run has ended', async () => {
    const runId = await client().start('countTo', 5);
    const expected = ['1', '2', '3', '4', '5'];
    expect(await client().allLines(runId)).toEqual(expected);
    expect(await client().allLines(runId)).toEqual(expected);
  });
}

function describeBrokenCode(client: () => AppClient): void {
  test('of a package fails the steps that use it', async () => {
    const runId = await client().start('showImage', 'sea.png');
    const { message } = (await client().failure(runId))!;
    expect(message).toContain('There is no binary of images for this machine');
    expect(message).toMatch(/\[step_(?:package|module)_broken\]/);
  });

  test('of a file that throws fails the steps in it', async () => {
    const { message } = (await client().failure(await client().start('showRate')))!;
    expect(message).toContain('workflows/rates.ts": RATE is not set.');
  });
}

function describeErrors(client: () => AppClient): void {
  const failureOf = async (workflow: string) => (await client().failure(await client().start(workflow, 'Ann')))!;

  test('the error of a failing step shows the lines of the source', async () => {
    const { message, stack } = await failureOf('failInStep');
    expect(message).toBe('Sorry, Ann!');
    // JavaScriptCore names the class.
    expect(placesIn(stack)).toEqual([
      expect.stringMatching(/^wording\.ts:10:(?:9|13)$/),
      // Some bundlers call an import as `(0, module.refuse)(name)`.
      expect.stringMatching(/^workflows\/failing\.ts:14:(?:10|16)$/),
    ]);
  });

  test('the error of a failing workflow shows the lines of the source', async () => {
    expect(placesIn((await failureOf('failInWorkflow')).stack)).toEqual(['workflows/failing.ts:21:9']);
  });
}

function describeWebhooks(client: () => AppClient): void {
  /** Opens a webhook and calls it. */
  async function call(answering: string, init: RequestInit) {
    const runId = await client().start('receiveCalls', answering);
    const response = await fetch(await client().firstLine(runId), init);
    const answer = { status: response.status, headers: response.headers, bytes: await response.bytes() };
    return { answer, received: await client().result(runId) };
  }

  test.each([
    { answering: 'default', status: 202, bytes: new Uint8Array() },
    { answering: 'static', status: 201, bytes: EVERY_BYTE },
    { answering: 'manual', status: 203, bytes: EVERY_BYTE.toReversed() },
  ])('a call gets status $status if the answer is $answering, and its run gets the bytes', async (expected) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-sender': 'bank' };
    const { answer, received } = await call(expected.answering, { method: 'PUT', headers, body: EVERY_BYTE });
    expect(answer).toMatchObject({ status: expected.status, bytes: expected.bytes });
    expect(received).toEqual({ method: 'PUT', header: 'bank', body: toBase64(EVERY_BYTE) });
  });

  test.each([
    ['JSON, as it was written', 'application/json', '{ "odd":\t1.0,  "n": 1e400 }'],
    ['JSON that is none', 'application/json', '{"half":'],
    ['a form', 'application/x-www-form-urlencoded', 'b=2&a=1+1&a=%zz'],
    [
      'a form with files',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ],
    ['a text', 'text/plain', 'größer 😀'],
    ['bytes without a type', null, EVERY_BYTE],
    ['three megabytes', 'application/json', JSON.stringify('x'.repeat(3 * MIB))],
  ])('a call may contain %s', async (_, type, body) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const init = { method: 'POST', body: bytes, headers: type === null ? [] : { 'content-type': type } };
    const { answer, received } = await call('default', init);
    expect(answer.status).toBe(202);
    expect(received.body).toBe(toBase64(bytes));
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('a call may be a %s', async (method) => {
    const { answer, received } = await call('manual', { method });
    expect(answer.status).toBe(203);
    expect(answer.headers.get('x-answered')).toBe(method);
    expect(received).toMatchObject({ method, body: '' });
  });

  test('a call to an unknown token gets an empty 404', async () => {
    await client().firstLine(await client().start('askForApproval', 'no-webhook'));
    for (const token of ['unknown', 'no-webhook']) {
      const response = await client().call(`webhook/${token}`, { method: 'POST', body: 'x' });
      expect({ status: response.status, body: await response.text() }).toEqual({ status: 404, body: '' });
    }
  });

  test('a call larger than 16 MiB is refused, and the run keeps waiting', async () => {
    const runId = await client().start('receiveCalls', 'default');
    const url = await client().firstLine(runId);
    const large = await fetch(url, { method: 'POST', body: new Uint8Array(16 * MIB + 1) });
    expect(large.status).toBe(413);
    await fetch(url, { method: 'POST', body: 'small' });
    expect(await client().result(runId)).toMatchObject({ body: btoa('small') });
  });
}

function describeWakeRoutes(client: () => AppClient): void {
  describe.each(['flow', 'step'] as const)('%s', (route) => {
    test('refuses unsigned messages', async () => {
      const response = await client().call(route, { method: 'POST', body: JSON.stringify({ runId: UNKNOWN_RUN }) });
      expect(await toAnswer(response)).toEqual({ status: 401, code: 'request_unsigned' });
    });

    test.each(['no json', '{}', '[]', '{"runId":"../x"}'])('refuses the body %s', async (body) => {
      expect(await toAnswer(await client().callSigned(route, body))).toEqual({
        status: 400,
        code: 'request_malformed',
      });
    });

    test('names the method that it accepts', async () => {
      const response = await client().call(route);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await toAnswer(response)).toEqual({ status: 405, code: 'request_method' });
    });

    test('refuses a body of more than 64 KiB', async () => {
      const response = await client().callSigned(route, 'x'.repeat(64 * KIB + 1));
      expect(await toAnswer(response)).toEqual({ status: 413, code: 'request_too_large' });
    });
  });

  test('an unknown run or step is not found', async () => {
    const runId = await client().start('countTo', 1);
    const step = JSON.stringify({ runId, stepId: `step_${runId.slice('wrun_'.length)}_99`, attempt: 1 });
    const answers = await Promise.all([
      client()
        .callSigned('flow', JSON.stringify({ runId: UNKNOWN_RUN }))
        .then(toAnswer),
      client().callSigned('step', step).then(toAnswer),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('a signed message is accepted, and accepting it twice changes nothing', async () => {
    const runId = await client().start('countTo', 3);
    await client().result(runId);
    for (let call = 0; call < 2; call++) {
      const response = await client().callSigned('flow', JSON.stringify({ runId }));
      expect(await response.json()).toEqual({ ok: true });
    }
    expect(await client().allLines(runId)).toEqual(['1', '2', '3']);
  });
}

/** File and place of each frame. Bundlers shorten the names of functions. */
const placesIn = (stack: string): string[] =>
  Array.from(stack.matchAll(/^ +at .*?((?:workflows\/)?[^/\s(]+:\d+:\d+)\)?$/gm), ([, place]) => place!);

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function toAnswer(response: Response): Promise<{ status: number; code: unknown }> {
  const { error } = (await response.json()) as { error: { code: string } };
  return { status: response.status, code: error.code };
}
