import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const { fallback = markStep("step//./input//fallback", { fallback: async () => {  return EOL.length; } }.fallback) } = {} as Record<string, () => Promise<number>>;
export const fn = markStep("step//./input//fn", async function named(n: number): Promise<number> {  return arguments.length + (n > 0 ? named(n - 1) as unknown as number : EOL.length); });
// The file ends with a comment, without a line break: {