import { getNestContext } from 'workflow/nest';
import { Counter } from '../counter.ts';

/** Counts in a provider of the application. */
export async function countUp(): Promise<number> {
  'use workflow';
  return await addOne();
}

export async function addOne(): Promise<number> {
  'use step';
  return ++getNestContext().get(Counter).count;
}
