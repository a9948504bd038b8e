import { request } from 'undici';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return (await request('https://a.example')).statusCode;
}
