'use step';

export async function charge(amount: number) {
  return amount;
}

export function sync() { // wrong
  return 1;
}

export const RATE = 2; // wrong

export class Ledger {} // wrong

export * from './arithmetic.ts'; // wrong

export type Amount = number;
