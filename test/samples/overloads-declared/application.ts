import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//read", read); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export function read(path: string): Promise<string>;
export function read(path: string, size: number): Promise<number>;
export async function read(path: string, size?: number): Promise<string | number> {
  
  return size === undefined ? path + EOL.length : size;
}

export function flow(path: string): Promise<unknown[]>;
export async function flow() { return calledDirectly("workflow//./input//flow"); }
