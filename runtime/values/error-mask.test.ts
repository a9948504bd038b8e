import { expect, test } from 'vitest';
import { WORKFLOW_SERIALIZE } from './class-registry.ts';
import { createCodec } from './codec.ts';
import { encodeReason, encodeThrown } from './encode-thrown.ts';
import { SecretNames } from './secret-names.ts';

const codec = createCodec({ secrets: () => new SecretNames() });
const stored = (error: unknown): string => encodeThrown(codec, error);
const roundTrip = <Value>(value: Value): Value => codec.decode(stored(value)) as Value;

/** What clients of HTTP, databases and clouds put on their errors, recorded from the packages named. */
const ERRORS: Record<string, () => Error> = {
  'axios 1.21, as toJSON() gives it': () =>
    Object.assign(new Error('Request failed with status code 401'), {
      name: 'AxiosError',
      code: 'ERR_BAD_REQUEST',
      config: {
        timeout: 0,
        xsrfCookieName: 'XSRF-TOKEN',
        headers: { Accept: 'application/json', Authorization: 'Bearer SECRET', Cookie: 'sid=SECRET' },
        auth: { username: 'u', password: 'SECRET' },
        method: 'post',
        url: 'https://api.example/x?api_key=SECRET&page=2',
        data: '{"password":"SECRET","user":"u"}',
      },
      status: 401,
    }),
  'an interceptor that keeps request and response': () =>
    Object.assign(new Error('Unauthorized'), {
      request: { _header: 'GET / HTTP/1.1\r\nAuthorization: Basic dTpTRUNSRVQ=SECRET\r\nHost: api.example\r\n\r\n' },
      response: {
        status: 401,
        headers: { 'set-cookie': ['sid=SECRET; HttpOnly'], 'content-type': 'text/html' },
        rawHeaders: ['Set-Cookie', 'sid=SECRET', 'Content-Type', 'text/html'],
        config: { headers: { 'X-API-Key': 'SECRET' } },
      },
    }),
  'got 15': () => new Error('Request failed with status code 401 (Unauthorized): GET https://u:SECRET@api.example/'),
  'got 11, with its options': () =>
    Object.assign(new Error('Response code 401'), {
      options: { headers: { 'user-agent': 'got', authorization: 'SECRET' }, username: 'u', password: 'SECRET' },
    }),
  'ky 1, with the real request': () =>
    Object.assign(new Error('Unauthorized'), {
      request: new Request('https://api.example/?access_token=SECRET', {
        headers: { authorization: 'Bearer SECRET', cookie: 'sid=SECRET', accept: '*/*' },
      }),
      response: new Response(null, { status: 401, headers: { 'set-cookie': 'sid=SECRET' } }),
      headers: new Headers({ 'x-api-key': 'SECRET' }),
    }),
  'undici, in a cause': () =>
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('other side closed'), {
        options: { headers: [['Proxy-Authorization', 'SECRET']], origin: new URL('https://u:SECRET@api.example') },
      }),
    }),
  pg: () =>
    Object.assign(new Error('connect ECONNREFUSED postgres://app:SECRET@db:5432/app?sslmode=disable'), {
      client: {
        connectionParameters: { user: 'app', password: 'SECRET', connectionString: 'host=db password=SECRET' },
      },
    }),
  'mysql2, which quotes nothing of its settings, in an error of a pool': () =>
    Object.assign(new Error("Access denied for user 'app'@'localhost' (using password: YES)"), {
      code: 'ER_ACCESS_DENIED_ERROR',
      config: { uri: 'mysql://app:SECRET@db/app', password: 'SECRET', passwordSha1: undefined },
    }),
  'node-fetch 3': () => new TypeError('http://u:SECRET@api.example/?token=SECRET is an url with embedded credentials.'),
  'stripe 20, with the headers and the body of the answer': () =>
    Object.assign(new Error('Invalid API Key provided: sk_live_SECRETSECRET'), {
      type: 'StripeAuthenticationError',
      headers: { 'set-cookie': 'sid=SECRET', 'request-id': 'req_1' },
      raw: { message: 'Invalid API Key provided: sk_live_SECRETSECRET', headers: { 'set-cookie': 'sid=SECRET' } },
    }),
  'openai 6': () =>
    Object.assign(new Error(`401 Incorrect API key provided: sk-proj-${'SECRET'.repeat(4)}.`), {
      headers: new Headers({ 'set-cookie': '__cf_bm=SECRET' }),
    }),
  octokit: () =>
    Object.assign(new Error('Bad credentials'), {
      request: { headers: { authorization: 'token [REDACTED]', cookie: 'SECRET' } },
      response: { url: `https://api.github.com/?access_token=SECRET`, headers: { 'set-cookie': 'SECRET' } },
    }),
  'ioredis 5': () =>
    Object.assign(new Error('WRONGPASS invalid username-password pair or user is disabled.'), {
      command: { name: 'auth', args: ['default', 'SECRET'] },
    }),
  'a signed address': () =>
    new Error(
      'PUT https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Signature=SECRET and https://x/?se=1&sig=SECRET%3D',
    ),
  'a key of GitHub in a message': () => new Error(`fatal: could not use ghp_SECRET${'x'.repeat(30)} for the remote`),
  'the AWS SDK 3': () =>
    Object.assign(new Error('The security token included in the request is invalid'), {
      $response: { headers: new Map([['x-amz-security-token', 'SECRET']]) },
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'SECRET', sessionToken: 'SECRET' },
    }),
  'OAuth, with what the server said': () =>
    Object.assign(new Error('invalid_grant'), {
      body: { access_token: 'SECRET', refresh_token: 'SECRET', id_token: 'SECRET', client_secret: 'SECRET' },
    }),
  'many at once': () =>
    new AggregateError([Object.assign(new Error('one'), { apiKey: 'SECRET' }), new Error('Bearer SECRET-two')], 'all'),
  'a private key in a message': () =>
    new Error('bad key "-----BEGIN RSA PRIVATE KEY-----\nSECRET\n-----END RSA PRIVATE KEY-----"'),
  'a raw request with many cookies': () =>
    new Error('failed:\r\nCookie: a=SECRET; b=SECRET; c="SECRET SECRET"; d=SECRET, e=SECRET\r\nHost: x'),
  'an answer with cookies in one line': () =>
    new Error('set-cookie: a=SECRET; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=SECRET; Secure'),
  'a request as JSON, whose values have quotes': () =>
    new Error('{"cookie":"a=\\"SECRET\\"; b=SECRET","password":"x\\"SECRET","n":1}'),
  'a raw request as JSON, whose cookies have quotes': () =>
    new Error('{"raw":"GET /\\r\\nCookie: a=\\"SECRET\\"; b=SECRET"}'),
  'headers with empty parts, and a first part that is no pair': () =>
    new Error('authorization: a;;SECRET\ncookie: first; b=SECRET; c=SECRET'),
  'a value that ends with a backslash': () => new Error("password: 'SECRET\\' in C:"),
  'a name before the name of a header, as each stack begins': () =>
    new Error('authorization: SECRET, headers: x-api-key: SECRET'),
  'values within values': () =>
    new Error(`data: '{"password":"SECRET"}', conn="host=db password=SECRET", /?to=https://x/?token=SECRET`),
  'headers as JSON has their lines': () => new Error('{"raw":"GET /\\r\\nX-Api-Key: SECRET\\r\\nHost: x"}'),
  'a form': () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ user: 'u', password: 'SECRET', note: 'Bearer SECRET-two' }))
      form.append(name, value);
    return Object.assign(new Error('e'), { form, body: new URLSearchParams('a=1&client_secret=SECRET&token=SECRET') });
  },
  'a list of headers by name': () =>
    Object.assign(new Error('e'), {
      headers: [
        { name: 'Authorization', value: 'SECRET' },
        { key: 'Cookie', value: 'SECRET' },
      ],
    }),
  'a web token in a message': () => new Error('jwt expired: eyJhbGciOiJIUzI1NiJ9.eyJTRUNSRVQiOjF9.SECRET_x'),
};

test.each(Object.entries(ERRORS))('no credential is stored of an error of %s', (_name, make) => {
  const error = make();
  expect(stored(error)).not.toContain('SECRET');
  expect(stored({ outcome: [error] })).not.toContain('SECRET');
});

test.each<[string, unknown]>([
  ['a record', { status: 401, headers: { authorization: 'SECRET' } }],
  ['a text', 'GET /?api_key=SECRET'],
  ['a list', ['Cookie: a=SECRET; b=SECRET', new Map([['password', 'SECRET']])]],
  ['a response', new Response(null, { headers: { 'set-cookie': 'a=SECRET' } })],
  ['a record with an error', { cause: new Error('Bearer SECRET-two'), self: { password: 'SECRET' } }],
])('no credential is stored of what is thrown and is no error: %s', (_name, thrown) => {
  expect(stored(thrown)).not.toContain('SECRET');
  expect(stored(thrown)).toContain('[masked]');
});

test('what is thrown and holds no credential is stored as it is', () => {
  const circle: { status: number; self?: unknown } = { status: 401 };
  circle.self = circle;
  for (const thrown of [circle, 'nothing', 7, null, undefined, [1, new Date(0)], new URLSearchParams('a=1&b=2')])
    expect(roundTrip<unknown>(thrown)).toEqual(thrown);
});

test('the reason of an abort is data: only errors in it are masked', () => {
  const reason = { password: 'mine', error: new Error('Bearer SECRET-two') };
  expect(encodeReason(codec, reason)).toContain('mine');
  expect(encodeReason(codec, reason)).not.toContain('SECRET');
});

test('all that holds no credential is stored as it is', () => {
  const sparse = ['a'];
  sparse[2] = 'c';
  const fields = {
    status: 401,
    config: { headers: { accept: '*/*', authorization: '[masked]' }, url: 'https://api.example/x?page=2' },
    list: [sparse, { token: 't1' }],
    at: new Date(0),
    kinds: new Map([['k', new Set(['v'])]]),
  };
  const error = Object.assign(new RangeError('password must have 8 characters'), fields);
  expect(roundTrip(error)).toBeInstanceOf(RangeError);
  expect(roundTrip(error).message).toBe(error.message);
  expect(Object.fromEntries(Object.entries(roundTrip(error)))).toEqual(fields);
});

test.each([
  'Basic authentication failed: bearer token expired',
  'secret: not found',
  'see https://example.com/a:b@c?x=1#y and postgres://localhost:5432/app',
  'Unexpected token "}" at a=b',
  'cookie jar is full',
  'no hook with the token t1, signature: v1=abc, sk-1 and risk-of-something-rather-long-here',
  'GET https://example.com/?page=2&tokens=3&key=color#token=x failed',
])('an ordinary message stays as it is: %s', (message) => {
  expect(roundTrip(new Error(message)).message).toBe(message);
});

test('the error of the user is not changed', () => {
  const headers = { authorization: 'Bearer SECRET' };
  const request = new Request('https://api.example', { method: 'POST', body: 'x', headers });
  const error = Object.assign(new Error('e'), { config: { headers }, request });
  stored(error);
  expect(error.config.headers.authorization).toBe('Bearer SECRET');
  expect(error.request.headers.get('authorization')).toBe('Bearer SECRET');
  expect(error.request.bodyUsed).toBe(false);
});

test('parts that fields share, also with themselves, are still shared', () => {
  const config: Record<string, unknown> = { password: 'SECRET' };
  config['self'] = config;
  const copy = roundTrip(Object.assign(new Error('e'), { config, response: { config } }));
  expect(copy.config).toEqual({ password: '[masked]', self: copy.config });
  expect(copy.response.config).toBe(copy.config);
});

test('ordinary values are the data of the user, and keep everything', () => {
  const request = new Request('https://api.example', { headers: { authorization: 'Bearer abcdef' } });
  const value = { password: 'x', headers: { authorization: 'Bearer abcdef' }, dsn: 'postgres://u:p@h/d' };
  expect(codec.decode(codec.encode(value))).toEqual(value);
  expect((codec.decode(codec.encode({ request })) as { request: Request }).request.headers.get('authorization')).toBe(
    'Bearer abcdef',
  );
});

test('a class that is stored by its own methods chooses its data itself', () => {
  class Job {
    readonly password = 'own';
    static [WORKFLOW_SERIALIZE] = (job: Job) => ({ password: job.password });
  }
  const withClass = createCodec({
    secrets: () => new SecretNames(),
    classes: { idOf: () => 'class//job', get: () => Job },
  });
  expect(encodeThrown(withClass, Object.assign(new Error('e'), { job: new Job() }))).toContain('own');
});

test('a command that is no login keeps its arguments', () => {
  const command = { name: 'set', args: ['key', 'value'] };
  expect(roundTrip(Object.assign(new Error('READONLY'), { command })).command).toEqual(command);
});

test('names can be added and taken off the list', () => {
  const names = new SecretNames(['ssn', 'X-Pin', '-password']);
  expect(['SSN', 'xPin', 'x_pin', 'password', 'passwd', 'PassWD'].map((name) => names.has(name))).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
});

test('parameters of addresses can be taken off the list, too', () => {
  const names = new SecretNames(['-token', 'ticket']);
  expect(['token', 'sig', 'ticket', 'page'].map((name) => names.hasParameter(name))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(new SecretNames().has('token')).toBe(false);
});
