/** The dashboard of a development server. */
import { hasDashboard, useDashboard, wantsDashboard } from '../../runtime/entries/runtime.ts';

/**
 * Serves the dashboard beside the routes of this process from now on, unless `WORKFLOW_DASHBOARD=0` says that nobody
 * wants it. It is loaded when somebody asks for it.
 */
export function openDashboard(): void {
  if (hasDashboard() || !wantsDashboard()) return;
  let loaded: ReturnType<typeof load> | undefined;
  useDashboard(async (request, context) => await (await (loaded ??= load()))(request, context));
}

/** No production server has its code. */
async function load() {
  const { createDevelopmentDashboard } = await import('../../dashboard/server/create-dashboard.ts');
  return createDevelopmentDashboard();
}
