/**
 * Finds the project's folder. Next does not pass it on, and `next build <dir>` does not change the working directory.
 */
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as util from 'node:util';

const FRAMES_MAX = 100;
/** Next compiles a TypeScript configuration in memory under the second name. */
const CONFIG_FILE = /^next\.config\.(?:[cm]?[jt]s|compiled\.js)$/;

/** The folder of the `next.config` file that is being evaluated; without one, the working directory. */
export function findConfigDir(): string {
  const scripts = util.getCallSites(FRAMES_MAX).map(({ scriptName }) => toPath(scriptName));
  const configFile = scripts.find((path) => CONFIG_FILE.test(basename(path)));
  return configFile === undefined ? process.cwd() : dirname(configFile);
}

/** Module URLs may have a query, which Next adds to reload a changed configuration. */
function toPath(scriptName: string): string {
  return scriptName.startsWith('file:') ? fileURLToPath(scriptName.replace(/[?#].*$/s, '')) : scriptName;
}
