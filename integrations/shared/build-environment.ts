/** What the environment says about a build. */

/** Whether the manifest is to be served: it tells the names of files and functions. */
export function hasPublicManifest(): boolean {
  return process.env['WORKFLOW_PUBLIC_MANIFEST'] === '1';
}

/** Whether somebody has said under which address, or on which port, this process is called. */
export function hasConfiguredAddress(): boolean {
  return ['WORKFLOW_BASE_URL', 'NITRO_PORT', 'PORT'].some((name) => Boolean(process.env[name]));
}

/** Whether this process serves real users: it builds at most once then, and watches nothing. */
export function isProduction(): boolean {
  return process.env['NODE_ENV'] === 'production';
}
