/** Where a request to the dashboard comes from. */

const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Whether this machine asked this machine. A page of another site that has its name lead here still asks for its own
 * host.
 */
export const isLoopback = (request: Request): boolean => LOOPBACK.test(new URL(request.url).hostname);

/**
 * Whether the dashboard's own page has sent a request. Pages of other sites cannot set this header: their browser asks
 * beforehand, and is never answered.
 */
export function isFromPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  return request.headers.get('x-workflow-dashboard') === '1';
}
