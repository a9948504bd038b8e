/** Stacks of errors in workflow code: frames of the user's source only, at their place in the source. */
import { host } from './run-scope.ts';

/** The name under which bundles are compiled; a frame with another file name is the runtime's own. */
export const BUNDLE_FILE_NAME = 'workflow-bundle.js';

export function installStackFormat(): void {
  Object.defineProperty(Error, 'prepareStackTrace', { value: formatStack, writable: false, configurable: true });
  Error.stackTraceLimit = 30;
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

function headline(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
