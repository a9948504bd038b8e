import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { Pool } from 'pg';
import { h } from 'hono';

export const pool = new Pool({ max: 3 });
export const name = 'x', size = [1, 2].map((n) => n * 2);
export const connected = await pool.connect();
export class Repository {
  static table = 'orders';
}
export default h.handler(async () => pool.query('x'));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const query = registerStep("step//./input//query", { query: async () => {
  
  return pool.query('select 1');
} }.query);
