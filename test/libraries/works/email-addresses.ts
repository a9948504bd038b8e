import addresses from 'email-addresses';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return (
    addresses
      .parseAddressList(await echo('"Ann B" <ann@example.com>, bob@example.org'))
      ?.map((one) => [one.type, one.name, (one as { address?: string }).address]) ?? null
  );
}
