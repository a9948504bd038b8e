/** Schemas of tools: as JSON Schema for the model, and to check what it wrote. */
import type { SchemaIssue, StandardSchema } from 'workflow';
import { agentError } from '../contract/messages.ts';
import type { AgentTool } from '../contract/tools.ts';

type JsonSchema = Record<string, unknown>;

/** Standard Schemas that can also describe themselves. */
interface DescribedSchema {
  '~standard'?: StandardSchema['~standard'] & {
    jsonSchema?: { input(options: { target: 'draft-07' }): JsonSchema };
  };
}

/** Schemas of the AI SDK: `jsonSchema()`, `zodSchema()` and others. */
interface SdkSchema {
  jsonSchema: JsonSchema | PromiseLike<JsonSchema>;
  validate?(value: unknown): Awaitable<{ success: true; value: unknown } | { success: false; error: Error }>;
}
type Awaitable<T> = T | PromiseLike<T>;

const SDK_SCHEMA = Symbol.for('vercel.ai.schema');
const JSON_SCHEMA_KEYS = ['type', '$schema', 'properties', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'];
const NO_INPUT: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const described = new WeakMap<object, Promise<JsonSchema>>();

/** @throws `agent_tool_schema_unsupported`. */
export function toJsonSchema(toolName: string, { inputSchema }: Pick<AgentTool, 'inputSchema'>): Promise<JsonSchema> {
  if (inputSchema === undefined) return Promise.resolve(NO_INPUT);
  const known = described.get(inputSchema);
  if (known) return known;
  const schema = describeSchema(toolName, inputSchema);
  described.set(inputSchema, schema);
  return schema;
}

async function describeSchema(toolName: string, schema: object): Promise<JsonSchema> {
  const standard = (schema as DescribedSchema)['~standard'];
  if (standard?.jsonSchema) return standard.jsonSchema.input({ target: 'draft-07' });
  const sdkSchema = toSdkSchema(schema);
  if (sdkSchema) return await sdkSchema.jsonSchema;
  const isJsonSchema = !standard && typeof schema === 'object' && JSON_SCHEMA_KEYS.some((key) => key in schema);
  if (isJsonSchema) return schema as JsonSchema;
  throw agentError('agent_tool_schema_unsupported', { toolName });
}

/** Some are made only when they are needed. */
function toSdkSchema(schema: object): SdkSchema | null {
  if (isSdkSchema(schema)) return schema;
  const isLazy = typeof schema === 'function' && !('~standard' in schema);
  const made: unknown = isLazy ? (schema as () => unknown)() : null;
  return isSdkSchema(made) ? made : null;
}

const isSdkSchema = (value: unknown): value is SdkSchema =>
  typeof value === 'object' && value !== null && SDK_SCHEMA in value;

/** The input after the schema has checked it, or why it does not fit. */
export type CheckedInput = { isValid: true; value: unknown } | { isValid: false; reason: string };

/** Checks an input, and gives it with the schema's defaults and transformations. JSON Schema alone checks nothing. */
export async function checkInput(
  { inputSchema }: Pick<AgentTool, 'inputSchema'>,
  value: unknown,
): Promise<CheckedInput> {
  if (inputSchema === undefined) return { isValid: true, value };
  const standard = (inputSchema as DescribedSchema)['~standard'];
  if (standard) {
    const result = await standard.validate(value);
    if (result.issues) return { isValid: false, reason: result.issues.map(describeIssue).join('; ') };
    return { isValid: true, value: result.value };
  }
  const result = await toSdkSchema(inputSchema)?.validate?.(value);
  if (!result) return { isValid: true, value };
  return result.success ? { isValid: true, value: result.value } : { isValid: false, reason: result.error.message };
}

function describeIssue({ message, path = [] }: SchemaIssue): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return place === '' ? message : `${place}: ${message}`;
}
