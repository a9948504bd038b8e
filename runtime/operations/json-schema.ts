/** The part of JSON Schema that describes the operations, and its check of a value. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { refuse } from '../values/read-options.ts';

type TypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has it. The empty one takes every value. */
export interface JsonSchema {
  type?: TypeName;
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  /** Of an object. `false`: any other field is an error. */
  additionalProperties?: JsonSchema | false;
  anyOf?: readonly JsonSchema[];
  /** To a schema among the components of the document. Only answers have them. */
  $ref?: string;
}

/** A field that may be left out. */
export interface OptionalField {
  optional: JsonSchema;
}

/** The schema of each field of a type: what may be left out says so. */
export type FieldSchemas<Fields> = {
  [Name in keyof Fields]-?: object extends Pick<Fields, Name> ? OptionalField : JsonSchema;
};

/** A field that may be left out. */
export const optional = (schema: JsonSchema): OptionalField => ({ optional: schema });

/** An object with these fields and no others. The compiler compares them with those of the type. */
export function objectOf<Fields extends object>(fields: FieldSchemas<Fields>): JsonSchema {
  const entries = Object.entries<JsonSchema | OptionalField>(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, 'optional' in field ? field.optional : field]),
    ),
    required: entries.flatMap(([name, field]) => ('optional' in field ? [] : [name])),
    additionalProperties: false,
  };
}

/** An array. */
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** An object whose fields have any names. */
export const recordOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });

/** The value, or `null`. */
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** One of these words. */
export const wordOf = (words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });

/** A whole number from `minimum` on, up to `maximum` if there is one. */
export const wholeFrom = (minimum: number, maximum?: number): JsonSchema => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});

/** Any value. */
export const ANYTHING: JsonSchema = {};
/** Text, which may be empty. */
export const TEXT: JsonSchema = { type: 'string' };
/** Text that is not empty. */
export const NAME: JsonSchema = { type: 'string', minLength: 1 };
/** A number. */
export const NUMBER: JsonSchema = { type: 'number' };
/** A whole number that is not negative. */
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
/** `true` or `false`. */
export const FLAG: JsonSchema = { type: 'boolean' };

/** Where a value stands. */
interface Spot {
  call: string;
  /** Names of fields with dots between them; empty: the argument itself. */
  option: string;
}

/**
 * Checks the argument of a call. A field that the schema does not have is an error, and never ignored.
 * @throws `option_unknown`, `option_invalid`.
 */
export function checkArgument(call: string, schema: JsonSchema, argument: unknown): void {
  check(schema, argument, { call, option: '' });
}

function check(schema: JsonSchema, value: unknown, spot: Spot): void {
  if (schema.anyOf) {
    if (!schema.anyOf.some((one) => isOfType(one, value))) throw refuseAt(spot, schema, value);
    return;
  }
  if (!isOfType(schema, value)) throw refuseAt(spot, schema, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) check(schema.items ?? ANYTHING, item, within(spot, String(index)));
  } else if (schema.type === 'object') checkFields(schema, value as object, spot);
}

function checkFields(schema: JsonSchema, value: object, spot: Spot): void {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const inside = within(spot, name);
    if (!own) {
      const known = Object.keys(properties).join(', ') || 'none';
      throw runtimeError('option_unknown', { call: spot.call, option: inside.option, known });
    }
    check(own, field, inside);
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) throw refuseAt(within(spot, name), properties[name]!, undefined);
  }
}

const within = ({ call, option }: Spot, name: string): Spot => ({
  call,
  option: option === '' ? name : `${option}.${name}`,
});

const refuseAt = ({ call, option }: Spot, schema: JsonSchema, found: unknown): Error =>
  refuse({ call, option: option === '' ? 'argument' : option }, describe(schema), found);

/** Whether a value is of the type and within the limits of a schema, without what is inside of it. */
function isOfType(schema: JsonSchema, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity, minLength = 0, enum: words } = schema;
  switch (type) {
    case undefined:
      return true;
    case 'string':
      return typeof value === 'string' && value.length >= minLength && (words?.includes(value) ?? true);
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** A schema in words that follow "must be". */
function describe({ type, anyOf, enum: words, minLength = 0, minimum, maximum }: JsonSchema): string {
  if (anyOf) return anyOf.map(describe).join(' or ');
  if (words) return `one of ${words.map((word) => `"${word}"`).join(', ')}`;
  switch (type) {
    case 'string':
      return minLength > 0 ? 'text that is not empty' : 'text';
    case 'integer':
      return ['a whole number', ...limit('from', minimum), ...limit('to', maximum)].join(' ');
    case 'boolean':
      return 'true or false';
    case undefined:
      return 'a value';
    case 'array':
    case 'object':
      return `an ${type}`;
    default:
      return type === 'null' ? 'null' : `a ${type}`;
  }
}

const limit = (word: string, value: number | undefined): string[] => (value === undefined ? [] : [`${word} ${value}`]);
