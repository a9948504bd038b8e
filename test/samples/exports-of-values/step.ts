import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { Pool } from 'pg';
import { h } from 'hono';

export const pool = new Pool({ max: 3 });
export const name = 'x', size = [1, 2].map((n) => n * 2);
export const connected = await pool.connect();
export class Repository {
  static table = 'orders';
}
export default h.handler(async () => pool.query('x'));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const query = step$1("step//./input//query", { query: async () => {
  
  return pool.query('select 1');
} }.query);
