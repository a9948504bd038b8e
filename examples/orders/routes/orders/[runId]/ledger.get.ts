import { defineHandler } from 'nitro';
import { findRun } from '../../../shop/find-run.ts';
import { readLedger } from '../../../shop/ledger.ts';

/** What the outside world got to see of an order. */
export default defineHandler(async (event) => {
  const { runId } = await findRun(event);
  return await readLedger(runId);
});
