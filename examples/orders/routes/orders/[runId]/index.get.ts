import { defineHandler } from 'nitro';
import { findRun } from '../../../shop/find-run.ts';

/** How an order stands, and how it ended once it has. */
export default defineHandler(async (event) => {
  const run = await findRun(event);
  const [status, createdAt, completedAt] = await Promise.all([run.status, run.createdAt, run.completedAt]);
  const state = { runId: run.runId, status, createdAt, completedAt };
  if (!completedAt) return state;
  return await run.returnValue.then(
    (result) => ({ ...state, result }),
    (error: Error) => ({ ...state, error: error.message }),
  );
});
