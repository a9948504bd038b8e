import { expect, test } from 'vitest';
import { formatTable } from './table.ts';

const COLUMNS = [
  { title: 'ID' },
  { title: 'NAME', least: 4 },
  { title: 'AGE', dropOrder: 1 },
  { title: 'NOTE', least: 6 },
];
const ROWS = [
  ['id-1', 'a long name', '5m', 'it waits for somebody'],
  ['id-2', '日本語', '10m', ''],
];

test('a table is as wide as its texts where there is room', () => {
  expect(formatTable(COLUMNS, ROWS, Infinity)).toEqual([
    'ID    NAME         AGE  NOTE',
    'id-1  a long name  5m   it waits for somebody',
    'id-2  日本語       10m',
  ]);
});

test('the last columns are cut first, and those that matter least go', () => {
  expect(formatTable(COLUMNS, ROWS, 34)).toEqual([
    'ID    NAME         AGE  NOTE',
    'id-1  a long name  5m   it waits…',
    'id-2  日本語       10m',
  ]);
  expect(formatTable(COLUMNS, ROWS, 20)).toEqual(['ID    NAME    NOTE', 'id-1  a lon…  it wa…', 'id-2  日本語']);
});

test('a column in which no row has anything is left out', () => {
  expect(formatTable(COLUMNS, [['id-1', '', '1m', '']], Infinity)).toEqual(['ID    AGE', 'id-1  1m']);
});
