/** Errors of PostgreSQL, of the driver and of the network, as the catalogue of Worlds has them. */
import { WorkflowError } from '../../contract/errors.ts';
import { toHeldError, worldError } from '../messages.ts';

/** The code of an error: five characters of PostgreSQL (see its manual, appendix A), or a name of the system. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : '';
}

/** A statement was prepared before somebody else has changed its table: another connection prepares it anew. */
const isOutdated = (error: unknown): boolean => codeOf(error) === '0A000' && /cached plan/.test(String(error));

/** The database asks for a transaction to be made again: serialization failure, deadlock, tables that have changed. */
export const mayRepeat = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error)) || isOutdated(error);

/** A row that was not there has come meanwhile; the database itself says so in the same way. */
export class Overtaken extends Error {
  readonly code = '40001';
}

/** The connection is of no more use: it still waits for its answer, or would prepare nothing anew. */
export const spoilsConnection = (error: unknown): boolean =>
  isOutdated(error) || isUnprepared(error) || /read timeout/.test(String(error));

/** A pooler has given the connection to others between two statements: what was prepared on it is not there. */
export const isUnprepared = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error));

/** There is a row with this key. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';

/** Texts of the driver for connections that have ended; they have no code. */
const LOST =
  /connection (?:terminated|ended|error)|client (?:has encountered|was closed)|timeout (?:exceeded|expired)|read timeout/i;

/** PgBouncer has one code for all that it refuses. */
const POOLER = '08P01';
const BY_WORDS: readonly [words: RegExp, error: (database: string, detail: string) => WorkflowError][] = [
  [/startup parameter/, (database, detail) => worldError('world_pooler_refused', { database, detail })],
  [/authentication|no such user/, (database, detail) => worldError('world_database_refused', { database, detail })],
  [/no such database|does not exist/, (database, detail) => worldError('world_database_missing', { database, detail })],
  [/no more connections|query_wait/, (database, detail) => worldError('world_database_busy', { database, detail })],
];

/** The server takes no more writes before it was vacuumed. The same code tells of a value that is too long. */
const WRAPAROUND = /wraparound/;

const BY_CODE: readonly [codes: RegExp, error: (database: string, detail: string) => WorkflowError][] = [
  [/^(?:28...|SASL.*)$/, (database, detail) => worldError('world_database_refused', { database, detail })],
  [/^3D000$/, (database, detail) => worldError('world_database_missing', { database, detail })],
  [/^(?:42501|3F000)$/, (database, detail) => worldError('world_database_forbidden', { database, detail })],
  [/^25006$/, (database) => worldError('world_database_read_only', { database })],
  [/^(?:53100|53200|53400)$/, (database, detail) => worldError('world_database_full', { database, detail })],
  [/^(?:53300|55P03|57014|40...)$/, (database, detail) => worldError('world_database_busy', { database, detail })],
  [
    /^(?:08...|25P0[34]|57P0.|58...|XX000|E[A-Z_]+|UND_.*)$/,
    (database, detail) => worldError('world_database_unreachable', { database, detail }),
  ],
];

/**
 * The error of the catalogue for what a request threw.
 * @param database Its address, for the message.
 */
export function toWorldError(thrown: unknown, database: string): WorkflowError {
  if (thrown instanceof WorkflowError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // Several addresses were tried, and none answered.
  const cause = error instanceof AggregateError ? ((error.errors as unknown[])[0] as Error) : error;
  const detail = cause.message || codeOf(cause);
  const held = toHeldError(detail, database);
  if (held) return held;
  if (WRAPAROUND.test(detail)) return worldError('world_database_full', { database, detail });
  const refusal = codeOf(cause) === POOLER && BY_WORDS.find(([words]) => words.test(detail));
  const entry = refusal || BY_CODE.find(([codes]) => codes.test(codeOf(cause)));
  if (entry) return entry[1](database, detail);
  if (LOST.test(detail)) return worldError('world_database_unreachable', { database, detail });
  return worldError('world_query_failed', { database, detail });
}
