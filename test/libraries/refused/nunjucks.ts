import nunjucks from 'nunjucks';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return nunjucks.renderString('Hi {{ name }}', { name: await echo('Ann') });
}
