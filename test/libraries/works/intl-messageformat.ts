import { IntlMessageFormat } from 'intl-messageformat';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const message = new IntlMessageFormat(
    '{n, plural, one {# file} other {# files}} of {who} on {on, date, medium}: {price, number, ::currency/EUR}',
    'de',
  );
  return message.format({ n: await echo(3), who: 'Ann', on: new Date(0), price: 12.5 });
}
