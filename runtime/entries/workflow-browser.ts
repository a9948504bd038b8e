/**
 * `workflow` in code for browsers, which may import a file with workflows for its constants, its classes or the id of a
 * workflow. Functions that need a run or the server throw.
 */
import { browserError } from '../contract/browser-error.ts';
export { HookConflictError } from '../contract/hook-conflict-error.ts';
export { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../values/class-registry.ts';
export { FatalError, RetryableError } from '../values/step-errors.ts';

const refused = new Proxy<Record<string, () => never>>(
  {},
  {
    get: (_, name: string) => () => {
      throw browserError('context_in_browser', { name });
    },
  },
);

/** Each throws `context_in_browser`. */
export const {
  continueAs,
  createHook,
  createWebhook,
  getStepMetadata,
  getWorkflowMetadata,
  getWritable,
  heartbeat,
  patched,
  setAttributes,
  sleep,
} = refused;

/** A file that defines hooks can be loaded: the functions of a hook throw. */
export const defineHook = (): object => ({ create: createHook, resume: refused['resume'] });

/** No step is made of it. */
export const fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);
