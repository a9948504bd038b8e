/** Workflows: those of which the store has runs, and those of which this process has code. */
import { getRuntime } from '../api/runtime.ts';
import type { World } from '../world/world.ts';
import type { WorkflowItem } from './items.ts';
import { shortNameOf } from './short-name.ts';

/** By their short names. */
export async function listWorkflows(world: World): Promise<WorkflowItem[]> {
  const built = new Map(builtWorkflows().map((item) => [item.workflowName, item]));
  const others = (await world.listWorkflowIds()).filter((id) => !built.has(id));
  const items = [...built.values(), ...others.map((id) => toItem(id, { file: null, graph: null }))];
  return items.sort((one, other) => (one.shortName < other.shortName ? -1 : 1));
}

function builtWorkflows(): WorkflowItem[] {
  const files = getRuntime().build?.manifest.workflows ?? {};
  return Object.entries(files).flatMap(([file, names]) =>
    Object.values(names).map(({ workflowId, graph }) => toItem(workflowId, { file, graph })),
  );
}

const toItem = (workflowName: string, { file, graph }: Pick<WorkflowItem, 'file' | 'graph'>): WorkflowItem => ({
  workflowName,
  shortName: shortNameOf(workflowName),
  file,
  isBuilt: file !== null,
  graph,
});
