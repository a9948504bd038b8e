/**
 * The forms that the text of the last step can have. The AI SDK's own `Output` works as well, and adds its size to the
 * bundle.
 */
import { definedFields } from '../contract/defined-fields.ts';
import { agentError } from '../contract/messages.ts';
import type { OutputSpecification } from '../contract/options.ts';
import type { ResponseFormat } from '../contract/model-call.ts';
import type { SchemaOutput, ToolSchema } from '../contract/tools.ts';
import { checkInput, toJsonSchema } from '../tools/tool-schema.ts';

/** For the model. */
interface Description {
  name?: string;
  description?: string;
}

/** Models must write an object, so other values are wrapped in one. This finds the value again. */
type Unwrap = (value: unknown) => unknown;

const asIs: Unwrap = (value) => value;

/** An object by a schema. */
const object = <Schema extends ToolSchema>({
  schema,
  ...description
}: Description & { schema: Schema }): OutputSpecification<SchemaOutput<Schema>> =>
  structured<SchemaOutput<Schema>>({
    format: async () => ({
      type: 'json',
      schema: await toJsonSchema('experimental_output', { inputSchema: schema }),
      ...definedFields(description),
    }),
    read: async (value) => await readBySchema(schema, value),
    unwrap: asIs,
  });

/** An array whose elements follow a schema. */
const array = <Schema extends ToolSchema>({
  element,
  ...description
}: Description & { element: Schema }): OutputSpecification<SchemaOutput<Schema>[]> =>
  structured<SchemaOutput<Schema>[]>({
    format: async () => {
      const { $schema: _, ...items } = await toJsonSchema('experimental_output', { inputSchema: element });
      return jsonOf('elements', { type: 'array', items }, description);
    },
    unwrap: (value) => (value as { elements?: unknown } | null)?.elements,
    read: async (value) => {
      if (!Array.isArray(value)) throw agentError('agent_output_invalid', { reason: 'it has no "elements"' });
      return await Promise.all(value.map(async (one) => await readBySchema(element, one)));
    },
  });

/** One of some texts. */
const choice = <const Choice extends string>({
  options,
  ...description
}: Description & { options: readonly Choice[] }): OutputSpecification<Choice> =>
  structured<Choice>({
    format: async () => jsonOf('result', { type: 'string', enum: [...options] }, description),
    unwrap: (value) => (value as { result?: unknown } | null)?.result,
    read: async (value) => {
      if (options.includes(value as Choice)) return value;
      throw agentError('agent_output_invalid', { reason: `"result" is none of ${options.join(', ')}` });
    },
  });

/** Any JSON. */
const json = (description: Description = {}): OutputSpecification<unknown> =>
  structured({
    format: async () => ({ type: 'json', ...definedFields(description) }),
    unwrap: asIs,
    read: async (value) => value,
  });

/** The text as it is. */
const text = (): OutputSpecification<string> => ({
  responseFormat: { type: 'text' } satisfies ResponseFormat,
  parseCompleteOutput: ({ text: whole }) => whole,
});

/** The forms that an answer can have: `Output.object({ schema })`, `.array`, `.choice`, `.json` and `.text`. */
export const Output = { object, array, choice, json, text };

interface Structure {
  format(): Promise<ResponseFormat>;
  unwrap: Unwrap;
  read(value: unknown): Promise<unknown>;
}

const structured = <Value>({ format, unwrap, read }: Structure): OutputSpecification<Value> => ({
  get responseFormat() {
    return format();
  },
  parseCompleteOutput: async ({ text: whole }) => (await read(unwrap(parse(whole)))) as Value,
});

const jsonOf = (field: string, schema: object, description: Description): ResponseFormat => ({
  type: 'json',
  schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { [field]: schema },
    required: [field],
    additionalProperties: false,
  },
  ...definedFields(description),
});

async function readBySchema(schema: ToolSchema, value: unknown): Promise<unknown> {
  const checked = await checkInput({ inputSchema: schema }, value);
  if (checked.isValid) return checked.value;
  throw agentError('agent_output_invalid', { reason: checked.reason });
}

function parse(whole: string): unknown {
  try {
    return JSON.parse(whole);
  } catch (error) {
    throw agentError('agent_output_invalid', { reason: 'it is no JSON' }, error);
  }
}

/** @throws `agent_output_invalid`, and what a specification of the AI SDK throws. */
export async function parseOutput<Value>(
  specification: OutputSpecification<Value>,
  whole: string,
  context: object,
): Promise<Value> {
  if (specification.parseCompleteOutput) return await specification.parseCompleteOutput({ text: whole }, context);
  return await specification.parseOutput!({ text: whole }, context);
}
