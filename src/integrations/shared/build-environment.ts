/** What the environment says about a build. */

/** Whether the manifest is to be served: it tells the names of files and functions. */
export function hasPublicManifest(): boolean {
  return process.env['WORKFLOW_PUBLIC_MANIFEST'] === '1';
}
