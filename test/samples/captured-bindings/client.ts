import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export async function flow({ a, list: [b = 2, ...rest], ...others }: { a: number; list: number[]; c?: string }) { return calledDirectly("workflow//./input//flow"); }
