import { decode, encode } from 'gpt-tokenizer';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [encode(await echo('hello durable world')), decode(encode('ü'))];
}
