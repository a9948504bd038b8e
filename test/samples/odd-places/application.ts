import { calledDirectly, markWorkflow, registerClosure, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/run", closure); registerClosure("step//./input//flow/anonymous", closure$1); registerClosure("step//./input//flow/late", closure$2); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const { fallback = registerStep("step//./input//fallback", { fallback: async () => {  return EOL.length; } }.fallback) } = {} as Record<string, () => Promise<number>>;
export const fn = registerStep("step//./input//fn", async function named(n: number): Promise<number> {  return arguments.length + (n > 0 ? named(n - 1) as unknown as number : EOL.length); });
// The file ends with a comment, without a line break: {
function closure() { return { run: async (n: number) => {  return n + EOL.length; } }.run; }

function closure$1() { return async x => {  return x * EOL.length; }; }

function closure$2() { return async function late() {
    
    return fact(3);
    async function fact(n: number): Promise<number> {
      return arguments.length && n > 1 ? n * (await fact(n - 1)) : EOL.length;
    }
  }; }
