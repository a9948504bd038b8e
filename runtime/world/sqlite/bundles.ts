/** Archived code, and the secret and the project of the store. */
import type { BuildId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import { assertSameProject } from '../commit-rules.ts';
import type { ProjectIdentity } from '../world.ts';
import type { Store } from './store.ts';

/** See `World.saveBundle`. */
export function saveBundle(store: Store, { buildId, code, map }: WorkflowBundle): void {
  store.run('INSERT INTO bundles VALUES (?, ?, ?) ON CONFLICT DO NOTHING', buildId, code, map);
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

/** See `World.joinProject`. */
export function joinProject(store: Store, project: ProjectIdentity): void {
  const found = store.first<{ value: string }>("SELECT value FROM meta WHERE key = 'project'")?.value ?? null;
  assertSameProject(project, { store: store.paths.file, found });
  if (found !== project.name) store.run("INSERT OR REPLACE INTO meta VALUES ('project', ?)", project.name);
}
