import fs from 'fs-extra';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await fs.readJson('a.json');
}
