import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import { Pool } from 'pg';
import { h } from 'hono';

export const pool = /* @__PURE__ */ (() => (new Pool({ max: 3 })))();
export const name = 'x', size = /* @__PURE__ */ (() => ([1, 2].map((n) => n * 2)))();
export const connected = await pool.connect();
export class Repository {
  static table = 'orders';
}
export default /* @__PURE__ */ (() => (h.handler(async () => pool.query('x'))))();

export async function flow() {
  
  return query();
}
export const query = /* @__PURE__ */ stepProxy("step//./input//query");
