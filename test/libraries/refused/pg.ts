import pg from 'pg';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return (await new pg.Pool().query('select 1')).rows;
}
