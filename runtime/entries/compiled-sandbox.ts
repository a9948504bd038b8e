/** `workflow/internal/compiled` inside workflows: hands out what the realm gives each bundle as `__workflow__`. */
import type { CompiledSandbox } from '../contract/compiled.ts';

declare const __workflow__: CompiledSandbox;

/** The functions of `workflow/internal/compiled`, for the workflow view. */
export const { isInstanceOf, registerClass, registerError, registerWorkflow, stepProxy } = __workflow__;
