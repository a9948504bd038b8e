import { toStreamResponse } from 'workflow/api';

export default defineEventHandler((event) => {
  const gone = new AbortController();
  event.node.res.once('close', () => gone.abort());
  const request = new Request(getRequestURL(event), { headers: event.headers, signal: gone.signal });
  return toStreamResponse(getRouterParam(event, 'id')!, request);
});
