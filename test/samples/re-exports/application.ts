import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); export { one, two as three } from './other';
export * from './more';
export * as all from './all';
export type { Only } from './types';
import { imported } from './imported';
export { imported };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
