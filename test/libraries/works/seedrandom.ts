import seedrandom from 'seedrandom';
import { faker } from '@faker-js/faker/locale/en';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  faker.seed(7);
  return [await echo(seedrandom('hello.')()), faker.person.firstName(), faker.number.int(100)];
}
