import { buildSchema, graphql, parse, print } from 'graphql';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const schema = buildSchema('type Query { hello(name: String!): String, list: [Int!]! }');
  const result = await graphql({
    schema,
    source: await echo('{ hello(name: "a") list }'),
    rootValue: { hello: ({ name }: { name: string }) => `hi ${name}`, list: [1, 2] },
  });
  return [JSON.parse(JSON.stringify(result)), print(parse('query Q($a: Int) { x(a: $a) }'))];
}
