/** Settings of a build that come from the environment. */

/** Whether the environment sets the address or port of this process. */
export function hasConfiguredAddress(): boolean {
  return ['WORKFLOW_BASE_URL', 'NITRO_PORT', 'PORT'].some((name) => Boolean(process.env[name]));
}

/** Whether this process serves real users. It then builds at most once and watches nothing. */
export function isProduction(): boolean {
  return process.env['NODE_ENV'] === 'production';
}
