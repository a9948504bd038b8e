import { NIL, parse, stringify, v1, v3, v4, v5, v7, validate, version } from 'uuid';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const id = v4();
  return [
    (await echo(id)) === id,
    validate(id),
    version(id),
    version(v7()),
    version(v1()),
    v5('hello', v5.URL),
    v3('grüße', v3.DNS),
    stringify(parse(NIL)),
    v4() === id,
  ];
}
