/** `workflow/internal/compiled` inside workflows: hands out what the realm gives each bundle as `__workflow__`. */
import type { CompiledSandbox } from '../contract/compiled.ts';

declare const __workflow__: CompiledSandbox;

export const { registerClass, registerWorkflow, stepProxy } = __workflow__;
