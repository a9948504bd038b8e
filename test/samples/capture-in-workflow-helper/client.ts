import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** The step stands two functions deep, and takes along from both. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }
