/** What in a project keeps webhooks from arriving, told when it is built. */
import { consoleLog } from '../shared/project-build.ts';
import { nextError } from './messages.ts';
import type { NextProject } from './options.ts';
import { checkProxy } from './proxy-matcher.ts';

export function warnOfProject(project: NextProject): void {
  const redirect = project.redirectsWebhooks ? nextError('integration_next_slash', {}) : null;
  for (const warning of [checkProxy(project), redirect]) if (warning) consoleLog.warn(warning.message);
}
