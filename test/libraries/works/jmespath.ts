import jmespath from 'jmespath';
import { JSONPath } from 'jsonpath-plus';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const data = {
    people: [
      { name: 'b', state: { name: 'up' } },
      { name: 'a', state: { name: 'down' } },
    ],
  };
  return [
    jmespath.search(data, await echo("people[?state.name=='up'].name")),
    JSONPath({ path: '$..state.name', json: data }),
  ];
}
