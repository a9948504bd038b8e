import ejs from 'ejs';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return ejs.render('Hi <%= name %>', { name: await echo('Ann') });
}
