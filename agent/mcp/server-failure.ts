/** Reads failures on the way to an MCP server, or on its side. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { FatalError } from '../../runtime/values/step-errors.ts';

/** Why a request failed, and whether another attempt may help. */
export interface ServerFailure {
  /** Another attempt may succeed. */
  isTransient: boolean;
  /** The server has not begun with the request. */
  isUnbegun: boolean;
  reason: string;
}

/** Codes of errors of JSON-RPC that the client gives itself. */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);
const UNBEGUN_STATUS: ReadonlySet<number> = new Set([425, 429]);
/** Codes of Node for connections that were never made. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const SECRET_MIN = 6;

/** An error of the MCP SDK, or of what lies below it, that came while the server was asked for something. */
export function readFailure(error: unknown, secrets: readonly string[]): ServerFailure {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'McpError') return readProtocolError(error as Error & { code: number }, secrets);
  if (name === 'ZodError')
    return { isTransient: false, isUnbegun: false, reason: 'its answer is not of the protocol.' };
  if (typeof code === 'number' && code >= 100) return readStatus(code);
  return readConnectionError(error);
}

/** One that came before the server was asked for anything. */
export function readOpeningFailure(error: unknown, secrets: readonly string[]): ServerFailure {
  // There is no session yet that could be over: the address is wrong.
  const isUnknownAddress = (error as { code?: unknown }).code === 404;
  const failure = readFailure(error, secrets);
  return { ...failure, isTransient: failure.isTransient && !isUnknownAddress, isUnbegun: true };
}

/** The message says what the server says. */
function readProtocolError({ code, message }: Error & { code: number }, secrets: readonly string[]): ServerFailure {
  if (code === REQUEST_TIMEOUT) return { isTransient: true, isUnbegun: false, reason: 'it did not answer in time.' };
  const isClosed = code === CONNECTION_CLOSED && /Connection closed/i.test(message);
  if (isClosed) return { isTransient: true, isUnbegun: false, reason: 'the connection broke.' };
  return { isTransient: false, isUnbegun: false, reason: hideSecrets(message, secrets) };
}

function readStatus(status: number): ServerFailure {
  // A server that does not know the session any more has not looked at the request.
  const isSessionOver = status === 404;
  return {
    isTransient: status >= 500 || isSessionOver || TRANSIENT_STATUS.has(status),
    isUnbegun: isSessionOver || UNBEGUN_STATUS.has(status),
    reason: `HTTP ${status}.`,
  };
}

function readConnectionError(error: unknown): ServerFailure {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown };
  const known = typeof code === 'string' ? code : null;
  return {
    isTransient: true,
    isUnbegun: known !== null && UNCONNECTED.test(known),
    reason: known === null ? 'the connection failed.' : `the connection failed (${known}).`,
  };
}

/** The longest first: one may be a part of another. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= SECRET_MIN)
    .toSorted((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
}

/** Why a server could not be asked. Never leaves a step. */
export class ServerTrouble extends Error {
  readonly failure: ServerFailure;

  constructor(failure: ServerFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** As an error after which no attempt follows. */
export function toFatal(error: unknown): unknown {
  if (!WorkflowError.is(error)) return error;
  const { message, code, fix } = error;
  return Object.assign(new FatalError(message), { code, ...(fix !== undefined && { fix }) });
}
