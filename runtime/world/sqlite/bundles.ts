/** Archived code, and the secret and the project of the store. */
import type { BuildId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import { assertSameProject } from '../commit-rules.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { ArchivedSteps, HoldReason, ProjectIdentity, StoreIdentity } from '../world.ts';
import type { Store } from './store.ts';

/** See `World.saveBundle`. */
export function saveBundle(
  store: Store,
  { buildId, code, map }: WorkflowBundle,
  steps: ArchivedSteps | null = null,
): void {
  const contracts = steps && JSON.stringify(steps.contracts);
  store.run(SAVE, buildId, code, map, contracts, steps?.code ?? null);
}

/** A process that starts again with the same build writes nothing. */
const SAVE = `INSERT INTO bundles (build_id, code, map, contracts, steps) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET contracts = excluded.contracts, steps = coalesce(excluded.steps, steps)
  WHERE excluded.contracts IS NOT NULL
    AND (contracts IS NOT excluded.contracts OR steps IS NOT coalesce(excluded.steps, steps))`;

/** See `World.loadContracts`. */
export function loadContracts(store: Store, buildId: BuildId): CodeContracts | null {
  const row = store.first<{ contracts: string | null }>('SELECT contracts FROM bundles WHERE build_id = ?', buildId);
  return row?.contracts ? (JSON.parse(row.contracts) as CodeContracts) : null;
}

/** See `World.loadStepCode`. */
export function loadStepCode(store: Store, buildId: BuildId): string | null {
  return store.first<{ steps: string | null }>('SELECT steps FROM bundles WHERE build_id = ?', buildId)?.steps ?? null;
}

/** See `World.loadBundle`. */
export function loadBundle(store: Store, buildId: BuildId): WorkflowBundle | null {
  const text = 'SELECT code, map FROM bundles WHERE build_id = ?';
  const row = store.first<Pick<WorkflowBundle, 'code' | 'map'>>(text, buildId);
  return row ? { buildId, code: row.code, map: row.map } : null;
}

/** See `World.readSecret`. */
export function readSecret(store: Store): string {
  return store.first<{ value: string }>("SELECT value FROM meta WHERE key = 'secret'")!.value;
}

/** See `World.readIdentity`. */
export function readIdentity(store: Store): StoreIdentity {
  const rows = store.all<{ key: string; value: string }>('SELECT key, value FROM meta');
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const held = (values.get('held') ?? null) as HoldReason | null;
  return { project: values.get('project') ?? null, secret: values.get('secret')!, held };
}

/** See `World.takeSecret`. */
export function takeSecret(store: Store, secret: string): boolean {
  if (!store.first('SELECT 1 FROM runs LIMIT 1')) store.run("UPDATE meta SET value = ? WHERE key = 'secret'", secret);
  return readSecret(store) === secret;
}

/** See `World.joinProject`. */
export function joinProject(store: Store, project: ProjectIdentity): void {
  const found = store.first<{ value: string }>("SELECT value FROM meta WHERE key = 'project'")?.value ?? null;
  assertSameProject(project, { store: store.paths.file, found });
  if (found !== project.name) store.run("INSERT OR REPLACE INTO meta VALUES ('project', ?)", project.name);
}
