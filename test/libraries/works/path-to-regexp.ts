import { compile, match } from 'path-to-regexp';
import picomatch from 'picomatch/posix.js';
import { minimatch } from 'minimatch';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    match('/users/:id')(await echo('/users/7')),
    compile('/a/:b')({ b: 'ü' }),
    picomatch('*.{js,ts}')('a.ts'),
    minimatch('src/a/b.ts', 'src/**/*.ts'),
  ];
}
