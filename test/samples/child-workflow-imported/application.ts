import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//parent", parent); import { child } from './child';

export { child } from './child';

export async function parent() { return calledDirectly("workflow//./input//parent"); }
