import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base, late }) { const factorial = (n: number): number => (n <= 1 ? base : n * factorial(n - 1)); const named = function inner(n: number): number {
    return n > 0 ? inner(n - 1) : base;
  }; function* numbers() {
    yield base;
    yield* [1];
  } return { step: async () => {
    
    return [factorial(3), named(2), ...numbers(), late, EOL.length];
  } }.step; }
