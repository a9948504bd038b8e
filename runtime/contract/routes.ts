/** The path under which every adapter mounts the handler; the segment `v1` is the version of these routes. */
export const ROUTE_PREFIX = '/.well-known/workflow/v1';

/** The paths of the routes. */
export const ROUTES = {
  flow: `${ROUTE_PREFIX}/flow`,
  step: `${ROUTE_PREFIX}/step`,
  /** Followed by `/<token>`. */
  webhook: `${ROUTE_PREFIX}/webhook`,
  health: `${ROUTE_PREFIX}/health`,
  manifest: `${ROUTE_PREFIX}/manifest.json`,
  /** Followed by `/<verb>`, or `/openapi.json`. */
  operations: `${ROUTE_PREFIX}/operations`,
} as const;

/** Where the dashboard of a development server is, at any mount path. Next keeps the first form for itself. */
export const DASHBOARD_PATHS = ['/_workflow', `${ROUTE_PREFIX}/dashboard`] as const;

/** Whether a path belongs to the dashboard. */
export const isDashboardPath = (pathname: string): boolean =>
  DASHBOARD_PATHS.some((path) => `${pathname}/`.includes(`${path}/`));

/** Header that signs flow and step requests: `t=<epoch seconds>,v2=<hex HMAC-SHA-256>`. */
export const SIGNATURE_HEADER = 'x-workflow-signature';
