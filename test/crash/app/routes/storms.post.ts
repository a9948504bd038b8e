import { defineHandler } from 'nitro';
import { start } from 'workflow/api';
import { storm } from '../workflows/storm.ts';

export default defineHandler(async (event) => {
  const { key, ms } = (await event.req.json()) as { key: string; ms: number };
  return { runId: (await start(storm, [key, ms])).runId };
});
