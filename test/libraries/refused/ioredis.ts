import { Redis } from 'ioredis';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await new Redis().get('a');
}
