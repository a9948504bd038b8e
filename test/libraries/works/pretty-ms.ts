import prettyMs from 'pretty-ms';
import prettyBytes from 'pretty-bytes';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    prettyMs(await echo(1_337_000)),
    prettyMs(133, { compact: true }),
    prettyBytes(1337),
    prettyBytes(1337, { locale: 'de' }),
  ];
}
