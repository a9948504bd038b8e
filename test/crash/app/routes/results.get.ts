import { defineHandler } from 'nitro';
import { getRun } from 'workflow/api';

/** The result of a run, as soon as there is one. */
export default defineHandler(async (event) => {
  const runId = new URL(event.req.url).searchParams.get('runId')!;
  return (await getRun(runId).returnValue) as object;
});
