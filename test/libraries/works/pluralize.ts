import pluralize from 'pluralize';
import { echo } from '../echo.ts';

pluralize.addPluralRule(/gex$/i, 'gexii');

export async function program() {
  'use workflow';
  return [pluralize(await echo('person'), 2, true), pluralize.singular('mice'), pluralize('regex')];
}
