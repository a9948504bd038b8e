import slugify from 'slugify';
import sindre from '@sindresorhus/slugify';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [slugify(await echo('Straße & Ünicode!'), { lower: true }), sindre('Déjà Vu & more')];
}
