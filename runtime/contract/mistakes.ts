/** Errors of this package that the same code meets again at each attempt, so that another attempt is never worth it. */
import type { runtimeError } from './runtime-errors.ts';

/** The package is used in a wrong way or place, a value cannot be stored, or code is broken while the process lives. */
export const isMistake = (code: string): boolean => FAMILIES.test(code) || MISTAKES.has(code);

const FAMILIES = /^(?:context|option|step_option|value)_/;

/** That of lengths of time is in the catalogue of values. */
type Code = Parameters<typeof runtimeError.describe>[0] | 'duration_invalid';

const MISTAKES: ReadonlySet<string> = new Set<Code>([
  'continue_arguments_not_array',
  'duration_invalid',
  'hook_id_invalid',
  'hook_id_reused',
  'hook_payload_invalid',
  'hook_token_invalid',
  'patch_id_invalid',
  'query_cursor_invalid',
  'query_time_invalid',
  'run_id_invalid',
  'sandbox_import_outside',
  'start_arguments_not_array',
  'start_not_a_workflow',
  'start_option_in_workflow',
  'start_option_invalid',
  'step_module_broken',
  'step_package_broken',
  'stream_index_invalid',
  'wait_id_invalid',
  'webhook_headers_invalid',
  'webhook_reply_invalid',
  'webhook_reply_not_manual',
  'workflow_called_directly',
  'writable_not_of_run',
]);
