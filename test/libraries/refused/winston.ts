import winston from 'winston';
import { echo } from '../echo.ts';

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });

export async function program() {
  'use workflow';
  logger.info('hello');
  return await echo(1);
}
