import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** A local class is copied with nothing; its methods make steps that capture their arguments. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }
