import type { Hook, HookOptions } from '../contract/hooks.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { SchemaIssue, StandardSchema } from '../contract/standard-schema.ts';
import { readOptions, type OptionTable } from '../values/read-options.ts';
import { resumeHook } from './hooks.ts';
import type { PayloadOptions } from './payload-id.ts';
import { createHook } from './outside-workflow.ts';

/** A hook whose payload is typed and, with a schema, checked before it is accepted. */
export interface DefinedHook<Input, Output> {
  /** Opens the hook. Only in workflows. */
  create(options?: HookOptions): Hook<Output>;
  /**
   * Sends a payload, as `resumeHook()` does. Only outside workflows.
   * @throws `hook_payload_invalid`, `HookNotFoundError`, `hook_id_invalid`, `hook_id_reused`.
   */
  resume(token: string, payload: Input, options?: PayloadOptions): Promise<{ runId: string }>;
}

/**
 * Defines a hook for workflows and the code that resumes it.
 * @param options.schema Any Standard Schema; the workflow gets its output.
 * @throws `option_unknown`, `option_invalid`.
 */
export function defineHook<Input = unknown, Output = Input>(
  options: { schema?: StandardSchema<Input, Output> } = {},
): DefinedHook<Input, Output> {
  const { schema } = readOptions('defineHook', options, definedHookOptions) as typeof options;
  return {
    create: (options) => createHook<Output>(options),
    async resume(token, payload, options) {
      return await resumeHook(token, schema ? await check(schema, payload) : payload, options);
    },
  };
}

const definedHookOptions: OptionTable<{ schema: object }> = {
  schema: {
    expected: 'a Standard Schema, such as those of zod and valibot',
    read: (given) => (Object(given) === given && '~standard' in (given as object) ? (given as object) : undefined),
  },
};

async function check<Output>(schema: StandardSchema<unknown, Output>, payload: unknown): Promise<Output> {
  const result = await schema['~standard'].validate(payload);
  if (result.issues === undefined) return result.value;
  throw runtimeError('hook_payload_invalid', { issues: result.issues.map(describeIssue).join('; ') });
}

function describeIssue({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
