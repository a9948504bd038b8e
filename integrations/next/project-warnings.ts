/** Warns of settings that keep webhooks from arriving. */
import { consoleLog } from '../shared/project-build.ts';
import { nextError } from './messages.ts';
import type { NextProject } from './options.ts';
import { checkProxy } from './proxy-matcher.ts';

/** Prints a warning for each setting that keeps webhooks from arriving. */
export function warnOfProject(project: NextProject): void {
  const redirect = project.redirectsWebhooks ? nextError('integration_next_slash', {}) : null;
  for (const warning of [checkProxy(project), redirect]) if (warning) consoleLog.warn(warning.message);
}
