/** Makes a World of its settings. */
import { worldError } from '../messages.ts';
import type { PostgresConfig } from '../open.ts';
import { PostgresWorld } from './postgres-world.ts';

const POOL_SIZE_DEFAULT = 10;
/** A host that stops processes runs many: together they must not use up what the database has. */
const RESTING_POOL_SIZE_DEFAULT = 1;

/** A World that is not yet open. @throws `world_address_invalid`. */
export function createPostgresWorld(config: PostgresConfig): PostgresWorld {
  const { url, pool, listenUrl, schema = 'workflow', rests = false } = config;
  if (!url && !pool) throw worldError('world_address_invalid', { detail: 'it is not set' });
  return new PostgresWorld({
    name: url ? toName(url) : 'of the pool',
    url: url ?? null,
    listenUrl: listenUrl ?? null,
    schema,
    poolSize: config.poolSize ?? (rests ? RESTING_POOL_SIZE_DEFAULT : POOL_SIZE_DEFAULT),
    statementTimeoutMs: config.statementTimeoutMs ?? 0,
    prepares: config.prepares ?? true,
    migrates: config.migrates ?? true,
    rests,
    ...(pool && { pool }),
  });
}

/** An address as messages show it: nobody who reads them learns the password, or what else is in it. */
function toName(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw worldError('world_address_invalid', { detail: 'it is no URL' });
  }
  const { protocol, host, pathname } = parsed;
  if (!/^postgres(?:ql)?:$/.test(protocol))
    throw worldError('world_address_invalid', { detail: `it begins with "${protocol}"` });
  return `${host}${pathname}`;
}
