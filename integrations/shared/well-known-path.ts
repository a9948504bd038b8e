/** Recognises the paths of our routes. */
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';

/** Whether a path belongs to our routes, at any mount path. It may have a query. */
export function isWellKnownPath(path: string): boolean {
  const [pathname] = path.split('?');
  return pathname!.includes(`${ROUTE_PREFIX}/`);
}
