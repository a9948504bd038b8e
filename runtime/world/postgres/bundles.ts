/** Archived code, and the secret and the project of the store. */
import type { BuildId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import { assertSameProject } from '../commit-rules.ts';
import type { ArchivedSteps, HoldReason, ProjectIdentity, StoreIdentity } from '../world.ts';
import type { Session } from './session.ts';

/** A process that starts again with the same build writes nothing. */
const SAVE = `insert into @bundles as old (build_id, code, map, contracts, steps) values ($1, $2, $3, $4, $5)
  on conflict (build_id) do update
    set contracts = excluded.contracts, steps = coalesce(excluded.steps, old.steps)
    where excluded.contracts is not null
      and (old.contracts is distinct from excluded.contracts
        or old.steps is distinct from coalesce(excluded.steps, old.steps))`;

/** See `World.saveBundle`. */
export async function saveBundle(
  session: Session,
  { buildId, code, map }: WorkflowBundle,
  steps?: ArchivedSteps,
): Promise<void> {
  // Code may have any character in a string; as JSON it has only those that the database takes.
  const contracts = steps ? JSON.stringify(steps.contracts) : null;
  await session.run(SAVE, [
    buildId,
    JSON.stringify(code),
    map,
    contracts,
    steps?.code ? JSON.stringify(steps.code) : null,
  ]);
}

const read = (session: Session, column: string, buildId: BuildId): Promise<Record<string, string | null> | undefined> =>
  session.first(`select ${column} from @bundles where build_id = $1`, [buildId]);

/** See `World.loadContracts`. */
export async function loadContracts(session: Session, buildId: BuildId): Promise<CodeContracts | null> {
  const contracts = (await read(session, 'contracts', buildId))?.['contracts'];
  return contracts ? (JSON.parse(contracts) as CodeContracts) : null;
}

/** See `World.loadStepCode`. */
export async function loadStepCode(session: Session, buildId: BuildId): Promise<string | null> {
  const steps = (await read(session, 'steps', buildId))?.['steps'];
  return steps ? (JSON.parse(steps) as string) : null;
}

/** See `World.loadBundle`. */
export async function loadBundle(session: Session, buildId: BuildId): Promise<WorkflowBundle | null> {
  const row = await read(session, 'code, map', buildId);
  return row ? { buildId, code: JSON.parse(row['code']!) as string, map: row['map'] ?? null } : null;
}

/** See `World.readSecret`. */
export async function readSecret(session: Session): Promise<string> {
  return (await session.first<{ value: string }>("select value from @meta where key = 'secret'"))!.value;
}

/** See `RunMoves.readIdentity`. */
export async function readIdentity(session: Session): Promise<StoreIdentity> {
  const rows = await session.all<{ key: string; value: string }>('select key, value from @meta');
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const held = (values.get('held') ?? null) as HoldReason | null;
  return { project: values.get('project') ?? null, secret: values.get('secret')!, held };
}

/** See `RunMoves.takeSecret`. */
export async function takeSecret(session: Session, secret: string): Promise<boolean> {
  const text = "update @meta set value = $1 where key = 'secret' and not exists (select 1 from @runs)";
  await session.run(text, [secret]);
  return (await readSecret(session)) === secret;
}

/** See `World.joinProject`. @param database Its address, for messages. */
export async function joinProject(session: Session, project: ProjectIdentity, database: string): Promise<void> {
  await session.run("insert into @meta values ('project', $1) on conflict (key) do nothing", [project.name]);
  const row = await session.first<{ value: string }>("select value from @meta where key = 'project' for update");
  assertSameProject(project, { store: database, found: row!.value });
  if (row!.value !== project.name)
    await session.run("update @meta set value = $1 where key = 'project'", [project.name]);
}
