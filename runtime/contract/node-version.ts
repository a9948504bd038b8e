/**
 * The first import of every public entry: on a Node that is too old, it throws one clear error before any other module
 * is evaluated. Entries must not import names that an old Node's modules lack, because Node checks such names before it
 * evaluates anything.
 */
import { defineErrors, type WorkflowError } from './errors.ts';

/** The oldest Node that works: `engines` in package.json. */
const OLDEST_NODE = { major: 22, minor: 13 };

/** The versions in `process.versions` that count. */
export interface ProcessVersions {
  node?: string | undefined;
  bun?: string | undefined;
  deno?: string | undefined;
}

/** Makes the error of a process that cannot load this package. */
export const nodeError = defineErrors({
  node_version_unsupported: {
    message: ({ found }: { found: string }) =>
      `workflow needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, but this is Node ${found}.`,
    fix: () => 'install Node 24 from https://nodejs.org, then run this again with it.',
  },
});

/**
 * The error of a process whose Node is too old for this package.
 * @param versions `undefined` in browsers. Bun and Deno also report a version of Node, which says nothing about them.
 * @returns `null` when the package can run.
 */
export function unsupportedNode(versions: ProcessVersions | undefined): WorkflowError | null {
  if (versions?.node === undefined || versions.bun !== undefined || versions.deno !== undefined) return null;
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const isSupported = major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor);
  return isSupported ? null : nodeError('node_version_unsupported', { found: versions.node });
}

const error = unsupportedNode((globalThis as { process?: { versions?: ProcessVersions } }).process?.versions);
if (error) throw error;
