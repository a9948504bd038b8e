import bcrypt from 'bcrypt';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await bcrypt.hash('secret', 4);
}
