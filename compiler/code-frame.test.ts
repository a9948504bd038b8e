import { expect, test } from 'vitest';
import { Positions, codeFrame } from './code-frame.ts';

test('a frame shows the line with its neighbours and a caret below the column', () => {
  expect(codeFrame('one\ntwo\nthree\nfour\nfive\nsix', { line: 3, column: 2 })).toBe(
    ['  1 | one', '  2 | two', '> 3 | three', '    |   ^', '  4 | four', '  5 | five'].join('\n'),
  );
});

test('a caret stands below its column also after tabs', () => {
  expect(codeFrame('\t\tcall()', { line: 1, column: 2 })).toBe(['> 1 | \t\tcall()', '    | \t\t^'].join('\n'));
});

test('a very long line is cut off', () => {
  expect(codeFrame('x'.repeat(10_000), { line: 1, column: 9000 }).length).toBeLessThan(200);
});

test('positions count lines from 1 and columns from 0, with either line ending', () => {
  const positions = new Positions('ab\r\ncd\ne');
  expect(positions.at(0)).toEqual({ line: 1, column: 0 });
  expect(positions.at(4)).toEqual({ line: 2, column: 0 });
  expect(positions.at(8)).toEqual({ line: 3, column: 1 });
  expect(positions.indexAt({ line: 2, column: 1 })).toBe(5);
});

test('a position outside the text becomes the nearest one inside', () => {
  const positions = new Positions('ab\ncd');
  expect(positions.indexAt({ line: 9, column: 9 })).toBe(5);
  expect(positions.indexAt({ line: 0, column: 0 })).toBe(0);
});
