import chalk from 'chalk';
import pc from 'picocolors';
import stringWidth from 'string-width';
import stripAnsi from 'strip-ansi';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    stripAnsi(chalk.red.bold(await echo('x'))),
    stripAnsi(pc.green('y')),
    stringWidth('古'),
    stripAnsi('\u001B[4mz\u001B[24m'),
  ];
}
