import { defineHandler, HTTPError } from 'nitro';
import { WorkflowError } from 'workflow/errors';
import { findRun } from '../../../shop/find-run.ts';

/** Cancels an order that is still under way. */
export default defineHandler(async (event) => {
  const run = await findRun(event);
  try {
    await run.cancel({ reason: 'the customer changed their mind' });
  } catch (error) {
    const isOver = WorkflowError.is(error) && error.code === 'run_already_ended';
    throw isOver ? new HTTPError({ status: 409, message: error.message }) : error;
  }
  return new Response(null, { status: 202 });
});
