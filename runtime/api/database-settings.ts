/** The settings of a store in PostgreSQL. */
import { PLACES_MAX } from '../contract/run-place.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { PostgresConfig } from '../world/open.ts';

type Environment = Record<string, string | undefined>;

/** PostgreSQL cuts off longer names. */
const SCHEMA = /^[A-Za-z_][\w$]{0,62}$/;
const POOL_MAX = 1_000;
const TIMEOUT_MAX_MS = 3_600_000;

/**
 * Reads how to reach the database. A setting that is missing keeps the default of {@link PostgresConfig}.
 * @param defaults The schema when none is named; whether the host stops this process between requests.
 * @throws `setting_invalid`.
 */
export function readDatabaseSettings(
  env: Environment,
  { schema, rests }: { schema: string; rests: boolean },
): Omit<PostgresConfig, 'kind' | 'pool'> {
  const url = env['WORKFLOW_DATABASE_URL'] || env['DATABASE_URL'];
  const urls = readList(env, 'WORKFLOW_DATABASE_URLS');
  const listenUrl = env['WORKFLOW_DATABASE_LISTEN_URL'];
  const listenUrls = urls && readList(env, 'WORKFLOW_DATABASE_LISTEN_URL', urls.length);
  const poolSize = readNumber(env, 'WORKFLOW_DATABASE_POOL', POOL_MAX);
  const statementTimeoutMs = readNumber(env, 'WORKFLOW_DATABASE_TIMEOUT_MS', TIMEOUT_MAX_MS);
  return {
    schema: readSchema(env) ?? schema,
    rests,
    ...(urls ? { urls } : url && { url }),
    ...(listenUrls ? { listenUrls } : listenUrl && { listenUrl }),
    ...(poolSize !== null && { poolSize }),
    ...(statementTimeoutMs !== null && { statementTimeoutMs }),
    ...(env['WORKFLOW_DATABASE_PREPARE'] === '0' && { prepares: false }),
    ...(env['WORKFLOW_DATABASE_MIGRATE'] === '0' && { migrates: false }),
  };
}

/** @param count How many there must be. Default: any number. */
function readList(env: Environment, name: string, count?: number): string[] | null {
  const found = env[name];
  if (!found) return null;
  const list = found.split(',').map((one) => one.trim());
  const isRight = list.every(Boolean) && (count === undefined ? list.length <= PLACES_MAX : list.length === count);
  if (isRight && new Set(list).size === list.length) return list;
  const expected = count === undefined ? 'different addresses with commas between them' : `${count} addresses`;
  // Addresses have passwords in them.
  throw runtimeError('setting_invalid', { name, found: `a list of ${list.length}`, expected });
}

function readSchema(env: Environment): string | null {
  const name = 'WORKFLOW_DATABASE_SCHEMA';
  const found = env[name];
  if (!found) return null;
  if (SCHEMA.test(found)) return found;
  throw runtimeError('setting_invalid', { name, found, expected: 'a name of letters, digits and "_"' });
}

function readNumber(env: Environment, name: string, max: number): number | null {
  const found = env[name];
  if (!found) return null;
  const value = Number(found);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw runtimeError('setting_invalid', { name, found, expected: `a whole number from 1 to ${max}` });
}
