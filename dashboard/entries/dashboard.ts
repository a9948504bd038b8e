/** `workflow/dashboard`: the pages for operators, for any host that speaks `Request` and `Response`. */
import '../../runtime/contract/node-version.ts';

export { type Authorization, createDashboard, type DashboardOptions } from '../server/create-dashboard.ts';
export type { DashboardHandler } from '../../runtime/entries/dashboard.ts';
