import jwt from 'jsonwebtoken';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return jwt.verify(await echo('x'), 'secret');
}
