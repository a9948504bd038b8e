import { EOL } from 'node:os';

export async function flow(base: number) {
  'use workflow';
  const factorial = (n: number): number => (n <= 1 ? base : n * factorial(n - 1));
  const named = function inner(n: number): number {
    return n > 0 ? inner(n - 1) : base;
  };
  function* numbers() {
    yield base;
    yield* [1];
  }
  const step = async () => {
    'use step';
    return [factorial(3), named(2), ...numbers(), late, EOL.length];
  };
  const late = 'declared later';
  return step();
}
