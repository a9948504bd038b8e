/** The dashboard of a development server. */
import { hasDashboard, useDashboard, wantsDashboard } from '../../runtime/entries/runtime.ts';

/** Serves the dashboard beside the routes of this process, unless `WORKFLOW_DASHBOARD=0` says that nobody wants it. */
export async function openDashboard(): Promise<void> {
  if (hasDashboard() || !wantsDashboard()) return;
  // Loaded only here: no production server has it.
  const { createDevelopmentDashboard } = await import('../../dashboard/server/create-dashboard.ts');
  useDashboard(createDevelopmentDashboard());
}
