import got from 'got';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await got('https://a.example').text();
}
