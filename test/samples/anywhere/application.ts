import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//all", all); import { cpus } from 'node:os';

type Run = () => Promise<string>;
const retry = <T>(fn: T): T => fn;
const wrapped = retry(registerStep("step//./input//wrapped", async () => {
  
  return `wrapped ${typeof cpus}`;
}));
const asserted = (registerStep("step//./input//asserted", { asserted: async () => {
  
  return `asserted ${typeof cpus}`;
} }.asserted)) as Run;
const satisfied = (registerStep("step//./input//satisfied", { satisfied: async () => {
  
  return `satisfied ${typeof cpus}`;
} }.satisfied)) satisfies Run;
const list = [
  registerStep("step//./input//list", async () => {
    
    return `first ${typeof cpus}`;
  }),
  registerStep("step//./input//list~2", async () => {
    
    return `second ${typeof cpus}`;
  }),
];
const chosen = list.length > 1 ? registerStep("step//./input//chosen", async () => {  return `then ${typeof cpus}`; }) : registerStep("step//./input//chosen~2", async () => {  return 'else'; });
const box: { run?: Run } = {};
box.run = registerStep("step//./input//box/run", async () => {
  
  return `box ${typeof cpus}`;
});
let late: Run;
late = registerStep("step//./input//late", { late: async () => {
  
  return `late ${typeof cpus}`;
} }.late);
const { fallback = registerStep("step//./input//fallback", { fallback: async () => {  return `fallback ${typeof cpus}`; } }.fallback) } = {} as { fallback?: Run };

export async function all() { return calledDirectly("workflow//./input//all"); }
