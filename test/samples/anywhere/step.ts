import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//all", all); import { cpus } from 'node:os';

type Run = () => Promise<string>;
const retry = <T>(fn: T): T => fn;
const wrapped = retry(step$1("step//./input//wrapped", async () => {
  
  return `wrapped ${typeof cpus}`;
}));
const asserted = (step$1("step//./input//asserted", { asserted: async () => {
  
  return `asserted ${typeof cpus}`;
} }.asserted)) as Run;
const satisfied = (step$1("step//./input//satisfied", { satisfied: async () => {
  
  return `satisfied ${typeof cpus}`;
} }.satisfied)) satisfies Run;
const list = [
  step$1("step//./input//list", async () => {
    
    return `first ${typeof cpus}`;
  }),
  step$1("step//./input//list~2", async () => {
    
    return `second ${typeof cpus}`;
  }),
];
const chosen = list.length > 1 ? step$1("step//./input//chosen", async () => {  return `then ${typeof cpus}`; }) : step$1("step//./input//chosen~2", async () => {  return 'else'; });
const box: { run?: Run } = {};
box.run = step$1("step//./input//box/run", async () => {
  
  return `box ${typeof cpus}`;
});
let late: Run;
late = step$1("step//./input//late", { late: async () => {
  
  return `late ${typeof cpus}`;
} }.late);
const { fallback = step$1("step//./input//fallback", { fallback: async () => {  return `fallback ${typeof cpus}`; } }.fallback) } = {} as { fallback?: Run };

export async function all() { return calledDirectly("workflow//./input//all"); }
