/** Opens this process to a debugger, and waits for one. */
import inspector from 'node:inspector';
import { pathToFileURL } from 'node:url';

/**
 * Returns when a debugger is there. Node prints the address.
 * @param port On 127.0.0.1; 0 takes any free one.
 * @param root The project, whose files the debugger shows.
 */
export function waitForDebugger(port: number, root: string): void {
  inspector.open(port, '127.0.0.1');
  console.error(`Attach a debugger: chrome://inspect in Chrome, or "Attach to Node Process" in VS Code.
It stops at the first line of the workflow in ${pathToFileURL(root).href}, with the values that the run has recorded.`);
  inspector.waitForDebugger();
}
