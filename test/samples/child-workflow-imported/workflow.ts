import { registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//parent", parent); import { child } from './child';

export { child } from './child';

export async function parent(n: number) {
  
  return [await child(n), n];
}
