import { parseCookie, stringifySetCookie } from 'cookie';
import setCookie from 'set-cookie-parser';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    parseCookie(await echo('a=1; b=%20')),
    stringifySetCookie({ name: 'a', value: 'ü', maxAge: 5 }),
    setCookie.parse('a=1; Path=/; HttpOnly'),
  ];
}
