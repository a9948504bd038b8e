import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//one", one); markWorkflow("workflow//./input//two", two); import { EOL } from 'node:os';

export async function one() { return calledDirectly("workflow//./input//one"); }

export async function two() { return calledDirectly("workflow//./input//two"); }
