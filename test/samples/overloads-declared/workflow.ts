import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//read", undefined, read, undefined, 2); registerWorkflow("workflow//./input//flow", flow); 

export function read(path: string): Promise<string>;
export function read(path: string, size: number): Promise<number>;
export async function read(...args) { return step$1(...args); }

export function flow(path: string): Promise<unknown[]>;
export async function flow(path: string): Promise<unknown[]> {
  
  return [await read(path), await read(path, 3)];
}
