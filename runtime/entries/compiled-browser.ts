/**
 * `workflow/internal/compiled` in code for browsers: nothing is registered there, and nothing of the runtime comes
 * along, whatever bundler compiles it. See {@link CompiledHost} for the functions.
 */
import type { CompiledHost } from '../contract/compiled.ts';
import { browserError } from '../contract/browser-error.ts';
import { nameOf } from '../contract/ids.ts';

type Host<Name extends keyof CompiledHost> = CompiledHost[Name];

/** No page can start it either. */
export const calledDirectly: Host<'calledDirectly'> = (workflowId) => {
  throw browserError('context_in_browser', { name: nameOf(workflowId) });
};

/** Pages may compare ids. */
export const markWorkflow: Host<'markWorkflow'> = (workflowId, fn) =>
  Object.defineProperty(fn, 'workflowId', { value: workflowId, configurable: true });

/** A step is a plain function. */
export const markStep: Host<'markStep'> = (_, fn) => fn;
/** A step is a plain function. */
export const registerStep: Host<'registerStep'> = (_, fn) => fn;
/** Nobody asks for it. */
export const registerClosure: Host<'registerClosure'> = () => {};
/** Nobody asks for it. */
export const registerClass: Host<'registerClass'> = () => {};
/** Whoever calls the step gets the error of the package. */
export const loadPackage: Host<'loadPackage'> = (_, __, load) => load();
/** Whoever calls the step gets the error of the file. */
export const loadFile: Host<'loadFile'> = (_, __, load) => load();
/** The content is part of the address. */
export const embeddedFile: Host<'embeddedFile'> = (_, base64) =>
  new URL(`data:application/octet-stream;base64,${base64}`);
