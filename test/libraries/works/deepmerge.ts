import deepmerge from 'deepmerge';
import equal from 'fast-deep-equal';
import { dequal } from 'dequal';
import { klona } from 'klona';
import { createDefu } from 'defu';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await echo(deepmerge({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } })),
    equal({ a: [1, /x/g] }, { a: [1, /x/g] }),
    dequal(new Map([[1, 2]]), new Map([[1, 2]])),
    klona({ a: new Date(0) }),
    createDefu()({ a: 1 }, { a: 2, b: 3 }),
  ];
}
