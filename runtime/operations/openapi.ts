/** The OpenAPI document of the operations. */
import { VERSION } from '../contract/version.ts';
import { ITEM_SCHEMAS } from './item-schemas.ts';
import { objectOf, TEXT, type JsonSchema } from './json-schema.ts';
import { VERBS, type Verb } from './verbs.ts';

const JSON_TYPE = 'application/json';

/** The answers other than 200, by their status. */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'The argument is wrong.',
  401: 'The token is missing or wrong.',
  403: 'The token lacks a scope.',
  404: 'There is no such run, hook or verb.',
  409: 'The state of the run does not allow it.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  503: 'The store does not answer. Try again later.',
};

const contentOf = (schema: JsonSchema) => ({ [JSON_TYPE]: { schema } });

const ERROR_ANSWER: JsonSchema = objectOf<{ error: object }>({
  error: objectOf<Record<'code' | 'message' | 'name', string>>({ name: TEXT, message: TEXT, code: TEXT }),
});

/**
 * Makes the document, in OpenAPI 3.1.
 * @param server The path of the routes, without a slash at the end.
 */
export const toOpenApi = (server: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Operations of workflow',
    version: VERSION,
    description: 'What operators ask of a store of durable runs. Each verb takes one object and answers with one.',
  },
  servers: [{ url: server }],
  security: [{ token: [] }],
  paths: Object.fromEntries(
    Object.entries(VERBS).map(([name, verb]) => [`/${name}`, { post: toOperation(name, verb) }]),
  ),
  components: {
    schemas: { ...ITEM_SCHEMAS, ErrorAnswer: ERROR_ANSWER },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of WORKFLOW_OPERATIONS_TOKENS.' },
    },
    responses: Object.fromEntries(
      Object.entries(FAILURES).map(([status, description]) => [
        `Failure${status}`,
        { description, content: contentOf({ $ref: '#/components/schemas/ErrorAnswer' }) },
      ]),
    ),
  },
});

const toOperation = (name: string, { summary, scope, values, input, output }: Verb) => ({
  operationId: name,
  summary,
  ...(values === 'asked' && { description: 'With `values: true` it also needs the scope `values`.' }),
  security: [{ token: values === 'always' ? [scope, 'values'] : [scope] }],
  requestBody: { required: true, content: contentOf(input) },
  responses: {
    200: { description: 'The answer.', content: contentOf(output) },
    ...Object.fromEntries(
      Object.keys(FAILURES).map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
    ),
  },
});
