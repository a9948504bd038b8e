import pRetry from 'p-retry';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await pRetry(() => echo(1), { retries: 2 });
}
