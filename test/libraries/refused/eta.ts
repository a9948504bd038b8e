import { Eta } from 'eta';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new Eta().renderString('Hi <%= it.name %>', { name: await echo('Ann') });
}
