import _ from 'lodash';
import { echo } from '../echo.ts';

const users = [
  { name: 'ann', age: 3 },
  { name: 'bob', age: 1 },
  { name: 'cy', age: 3 },
];

export async function program() {
  'use workflow';
  const sorted = await echo(_.orderBy(users, ['age', 'name'], ['asc', 'desc']));
  return [
    sorted,
    _.groupBy(users, 'age'),
    _(users).map('age').uniq().sum(),
    _.merge({ a: { b: 1 } }, { a: { c: [2] } }),
    _.set({}, 'a[0].b', _.kebabCase('Hello World')),
    _.cloneDeep(new Map([[1, { a: 1 }]])).get(1),
    _.isEqual(new Date(5), new Date(5)),
    _.uniqueId('id-'),
    _.template.name,
  ];
}
