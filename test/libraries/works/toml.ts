import toml from 'toml';
import { parse, stringify } from 'smol-toml';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    toml.parse(await echo('title = "x"\n[owner]\nname = "a"\nports = [1, 2]\n')),
    parse('a = 1\n[b]\nc = "d"'),
    stringify({ a: { b: [1, 2] } }),
  ];
}
