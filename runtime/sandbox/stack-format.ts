/** Stacks of errors in workflow code: only frames of the user's source, with their place in the source. */
import { host } from './run-scope.ts';

/** The file name of compiled bundles; frames with another file name belong to the runtime. */
export const BUNDLE_FILE_NAME = 'workflow-bundle.js';

const STACK_FRAMES_MAX = 30;

/**
 * Ignores assignments to `prepareStackTrace`: libraries use it to get call sites, which lead to functions of other
 * runs.
 */
export function installStackFormat(): void {
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => formatStack, set: () => {}, configurable: true });
  resetStackLimit();
}

/** Resets the limit, which libraries change. V8 requires a plain property, so it is reset before each turn. */
export function resetStackLimit(): void {
  Error.stackTraceLimit = STACK_FRAMES_MAX;
}

function formatStack(error: Error, sites: NodeJS.CallSite[]): string {
  const lines = [headline(error)];
  for (const site of sites) {
    if (site.getFileName() !== BUNDLE_FILE_NAME) continue;
    const position = host().mapPosition(site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1);
    if (!position) continue;
    const name = site.getFunctionName();
    lines.push(name ? `    at ${site.isAsync() ? 'async ' : ''}${name} (${position})` : `    at ${position}`);
  }
  return lines.join('\n');
}

/** The running user code and its callers, one per line, such as `reserve (shop.ts:3:7)`; empty when there is none. */
export function callerFrames(): string {
  resetStackLimit();
  const [, ...frames] = new Error().stack!.split('\n');
  return frames.map((frame) => frame.replace(/^ *at /, '')).join('\n');
}

function headline(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
