import { isValidPhoneNumber, parsePhoneNumber } from 'libphonenumber-js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const number = parsePhoneNumber(await echo('0800 200 700'), 'NO' as 'DE');
  return [
    parsePhoneNumber('+12133734253').formatNational(),
    parsePhoneNumber('030 123456', 'DE').formatInternational(),
    isValidPhoneNumber('+1213'),
    number?.country ?? null,
  ];
}
