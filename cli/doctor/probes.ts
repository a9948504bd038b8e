/** The requests of the doctor: those that callers of webhooks send, and wrong ones. */
import { ROUTES } from '../../runtime/contract/routes.ts';
import { IN_PIECES, PROBE_HEADER, PROBE_TOKEN } from '../../runtime/http/probe-route.ts';

/** A signed request to the webhook route. The answer describes the request as it arrived. */
export interface DeliveryProbe {
  kind: 'delivery';
  /** Its name in the report. */
  name: string;
  method: string;
  token: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}

/** A request to another route, and its right answers. */
export interface RouteProbe {
  kind: 'route';
  name: string;
  method: string;
  path: string;
  /** The status, and the code of the error if there is one. */
  expected: { status: number; code?: string }[];
}

/** One request of the doctor. */
export type Probe = DeliveryProbe | RouteProbe;

const KB = 1_000;
const MB = 1_000 * KB;
/** Characters that must be escaped in a path, among them a slash. */
const ESCAPED_TOKEN = `${PROBE_TOKEN} ü/%`;
const JSON_TYPE = 'application/json';

/** All requests, in the order in which they are sent. */
export const PROBES: readonly Probe[] = [
  withBody('JSON with odd spaces', JSON_TYPE, '{ "odd":\t1.0,\r\n  "n": 1e400 }'),
  withBody('a form', 'application/x-www-form-urlencoded', 'b=2&a=1+1&a=%zz'),
  withBody('a text', 'text/plain', 'größer 😀'),
  withBody('JSON that is none', JSON_TYPE, '{"half":'),
  withBody(
    '70 kB without a type',
    null,
    Uint8Array.from({ length: 70 * KB }, (_, index) => index % 251),
  ),
  withBody('3 MB of JSON', JSON_TYPE, JSON.stringify('x'.repeat(3 * MB))),
  ...['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => delivery(method, { method })),
  delivery('a token with escapes', { token: ESCAPED_TOKEN }),
  delivery('an answer in pieces, with two cookies', { headers: { [PROBE_HEADER]: IN_PIECES } }),
  unsigned('flow', ROUTES.flow),
  unsigned('step', ROUTES.step),
  {
    kind: 'route',
    name: 'GET flow',
    method: 'GET',
    path: ROUTES.flow,
    // When a cron calls this route, it requires the secret of the cron.
    expected: [
      { status: 405, code: 'request_method' },
      { status: 401, code: 'cron_secret_wrong' },
    ],
  },
  {
    kind: 'route',
    name: 'manifest',
    method: 'GET',
    path: ROUTES.manifest,
    expected: [{ status: 200 }, { status: 404 }],
  },
];

/** Whether a browser may send this body from another site without asking, so that origin checks look at it. */
export function isBrowserForm(probe: Probe): boolean {
  return probe.kind === 'delivery' && probe.body !== null && probe.headers['content-type'] !== JSON_TYPE;
}

/** Whether the body is larger than common limits. */
export function isLarge(probe: Probe): boolean {
  return probe.kind === 'delivery' && (probe.body?.byteLength ?? 0) >= 70 * KB;
}

function delivery(name: string, rest: Partial<DeliveryProbe>): DeliveryProbe {
  return { kind: 'delivery', name, method: 'POST', token: PROBE_TOKEN, headers: {}, body: null, ...rest };
}

function withBody(name: string, type: string | null, body: string | Uint8Array<ArrayBuffer>): DeliveryProbe {
  return delivery(name, {
    headers: type === null ? {} : { 'content-type': type },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
}

function unsigned(name: string, path: string): RouteProbe {
  const expected = [{ status: 401, code: 'request_unsigned' }];
  return { kind: 'route', name: `${name}, not signed`, method: 'POST', path, expected };
}
