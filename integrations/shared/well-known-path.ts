/** Which paths are ours. */
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';

/** True for paths of our routes, below whatever path the application is mounted. A query may follow. */
export function isWellKnownPath(path: string): boolean {
  const [pathname] = path.split('?');
  return pathname!.includes(`${ROUTE_PREFIX}/`);
}
