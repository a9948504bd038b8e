import { expect, test } from 'vitest';
import { Edits } from './edits.ts';

function spanOf(code: string, part: string) {
  const start = code.indexOf(part);
  return { start, end: start + part.length };
}

test('edits inside replaced code are gone with it', () => {
  const code = 'a(b(c))';
  const edits = new Edits();
  edits.replace(spanOf(code, 'c'), 'C');
  edits.wrap(spanOf(code, 'c'), '<', '>');
  edits.replace(spanOf(code, 'b(c)'), 'x');
  expect(edits.apply(code, '/a.ts').code).toBe('a(x)');
  expect(edits.isGone(spanOf(code, 'c'))).toBe(true);
  expect(edits.isGone(spanOf(code, 'a'))).toBe(false);
});

test('code that is moved out of replaced code survives with its edits', () => {
  const code = 'outer { keep; inner { x } rest }';
  const edits = new Edits();
  edits.replace(spanOf(code, 'outer { keep; inner { x } rest }'), 'stub');
  edits.moveToEnd(spanOf(code, 'inner { x }'), ['\n<'], '>');
  edits.replace(spanOf(code, 'x'), 'y');
  expect(edits.apply(code, '/a.ts').code).toBe('stub\n<inner { y }>');
  expect(edits.isGone(spanOf(code, 'inner'))).toBe(false);
  expect(edits.isGone(spanOf(code, 'rest'))).toBe(true);
});

test('code that is moved out of moved code leaves what is inserted in its place', () => {
  const code = 'one(two(three))!';
  const edits = new Edits();
  edits.moveToEnd(spanOf(code, 'two(three)'), ['|'], '');
  edits.insert(spanOf(code, 'two').start, '2');
  edits.moveToEnd(spanOf(code, 'three'), ['|'], '');
  edits.insert(spanOf(code, 'three').start, '3');
  expect(edits.apply(code, '/a.ts').code).toBe('one(2)!|two(3)|three');
});

test('of two texts around the same code the later one is inside', () => {
  const edits = new Edits();
  edits.wrap({ start: 0, end: 1 }, '(', ')');
  edits.wrap({ start: 0, end: 1 }, '[', ']');
  expect(edits.apply('a', '/a.ts').code).toBe('([a])');
});
