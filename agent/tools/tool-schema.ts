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
  if (standard?.jsonSchema) return closeObjects(standard.jsonSchema.input({ target: 'draft-07' })) as JsonSchema;
  const sdkSchema = toSdkSchema(schema);
  if (sdkSchema) return await sdkSchema.jsonSchema;
  const isJsonSchema = !standard && typeof schema === 'object' && JSON_SCHEMA_KEYS.some((key) => key in schema);
  if (isJsonSchema) return schema as JsonSchema;
  throw agentError('agent_tool_schema_unsupported', { toolName });
}

/**
 * Forbids fields that a schema does not name, as the AI SDK does: providers refuse open objects under `strict`. Its
 * version 5 leaves those in unions open.
 */
function closeObjects(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = mapValues(schema, (value, key) => closeUnder(key, value));
  const isOpen = [closed['type']].flat().includes('object') && typeof closed['additionalProperties'] !== 'object';
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

function closeUnder(key: string, value: unknown): unknown {
  switch (key) {
    case 'properties':
    case 'definitions':
      return mapValues(value as object, closeObjects);
    case 'additionalProperties':
    case 'items':
    case 'anyOf':
    case 'allOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map(closeObjects) : closeObjects(value);
    default:
      return value;
  }
}

const mapValues = (object: object, map: (value: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

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
