import Handlebars from 'handlebars';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return Handlebars.compile('Hi {{name}}')({ name: await echo('Ann') });
}
