import pino from 'pino';
import { echo } from '../echo.ts';

const logger = pino();

export async function program() {
  'use workflow';
  logger.info('hello');
  return await echo(1);
}
