import { getRun } from 'workflow/api';

export default defineEventHandler(async (event) => {
  const run = getRun(getRouterParam(event, 'runId') ?? '');
  return { status: await run.status };
});
