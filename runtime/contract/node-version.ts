/**
 * The first import of every public entry: on a Node that is too old, loading any of them throws this error instead of one
 * about a function that Node lacks. Entries must not import by name what an old Node's modules lack, because Node looks for
 * those names before it evaluates anything.
 */
import { defineErrors, type WorkflowError } from './errors.ts';

/** The oldest Node that works: `engines` in package.json. */
const OLDEST_NODE = { major: 22, minor: 13 };

/** The versions that a process tells of itself. */
export interface ProcessVersions {
  node?: string | undefined;
  bun?: string | undefined;
  deno?: string | undefined;
}

/** The error of a process that cannot load this package. */
export const nodeError = defineErrors({
  node_version_unsupported: {
    message: ({ found }: { found: string }) =>
      `workflow needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, but this is Node ${found}.`,
    fix: () => 'install Node 24 from https://nodejs.org, then run this again with it.',
  },
});

/**
 * What a process must say that cannot run this package.
 * @param versions `undefined` in browsers. Bun and Deno name the Node that they resemble, which says nothing about them.
 * @returns `null` when it can.
 */
export function unsupportedNode(versions: ProcessVersions | undefined): WorkflowError | null {
  if (versions?.node === undefined || versions.bun !== undefined || versions.deno !== undefined) return null;
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const isSupported = major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor);
  return isSupported ? null : nodeError('node_version_unsupported', { found: versions.node });
}

const error = unsupportedNode((globalThis as { process?: { versions?: ProcessVersions } }).process?.versions);
if (error) throw error;
