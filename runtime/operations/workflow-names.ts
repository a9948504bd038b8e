/** Workflows by the names that people know. */
import { findNearName } from '../contract/near-name.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { World } from '../world/world.ts';
import { shortNameOf } from './short-name.ts';

/**
 * The id of the workflow that a text names: an id, or the short name of one workflow of which the store has runs.
 * @throws `query_workflow_unknown`, `query_workflow_ambiguous`.
 */
export async function findWorkflow(world: World, text: string): Promise<string> {
  if (text.startsWith('workflow//')) return text;
  const ids = (await world.listWorkflowIds()).sort();
  const found = ids.filter((id) => shortNameOf(id) === text);
  const [first] = found;
  if (first === undefined) throw runtimeError('query_workflow_unknown', { name: text, hint: hintFor(text, ids) });
  if (found.length > 1) throw runtimeError('query_workflow_ambiguous', { name: text, ids: found.join(', ') });
  return first;
}

const NAMES_MAX = 10;

function hintFor(text: string, ids: readonly string[]): string {
  const names = [...new Set(ids.map(shortNameOf))];
  const near = findNearName(text, names);
  if (near !== null) return `did you mean "${near}"?`;
  const whole = `give the whole id, such as workflow//./workflows/orders//${text || 'order'}`;
  if (names.length === 0) return `${whole}; the store has no runs yet.`;
  const some = names.slice(0, NAMES_MAX).join(', ');
  return `${whole}, or one of: ${some}${names.length > NAMES_MAX ? ', …' : ''}.`;
}
