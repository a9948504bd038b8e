/** Starts a run that waits for one call, and makes that call. */
import { getRun, start } from 'workflow/api';

/** @param origin The application's address, which replaces the one in the webhook's URL. */
export async function callWebhook(workflow, { origin, answering = 'static', ...init }) {
  const { runId } = await start(workflow, [answering]);
  const run = getRun(runId);
  const url = await firstLine(run);
  const { pathname } = new URL(url);
  const response = await fetch(new URL(pathname, origin), { method: 'POST', ...init });
  const text = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { url, status: response.status, body: text, received: response.ok ? await run.returnValue : null };
}

async function firstLine(run) {
  for await (const line of run.getReadable()) return line;
}
