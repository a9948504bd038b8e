import bcrypt from 'bcryptjs';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const hash = bcrypt.hashSync('secret', '$2b$04$abcdefghijklmnopqrstuu');
  return [await echo(hash), bcrypt.compareSync('secret', hash), bcrypt.genSaltSync(4).length];
}
