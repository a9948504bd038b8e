import { defineHandler } from 'nitro';
import { resumeHook } from 'workflow/api';

export default defineHandler(async (event) => {
  const { key, payload } = (await event.req.json()) as { key: string; payload: unknown };
  return await resumeHook(`storm-${key}`, payload);
});
