import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SLOW_TESTS } from '../slow-tests.ts';
import { ROOT } from './source-files.ts';

test('the reasons of slow tests are those of tests that there are', () => {
  expect(Object.keys(SLOW_TESTS).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
