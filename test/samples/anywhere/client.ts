import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//all", all); import { cpus } from 'node:os';

type Run = () => Promise<string>;
const retry = <T>(fn: T): T => fn;
const wrapped = retry(markStep("step//./input//wrapped", async () => {
  
  return `wrapped ${typeof cpus}`;
}));
const asserted = (markStep("step//./input//asserted", { asserted: async () => {
  
  return `asserted ${typeof cpus}`;
} }.asserted)) as Run;
const satisfied = (markStep("step//./input//satisfied", { satisfied: async () => {
  
  return `satisfied ${typeof cpus}`;
} }.satisfied)) satisfies Run;
const list = [
  markStep("step//./input//list", async () => {
    
    return `first ${typeof cpus}`;
  }),
  markStep("step//./input//list~2", async () => {
    
    return `second ${typeof cpus}`;
  }),
];
const chosen = list.length > 1 ? markStep("step//./input//chosen", async () => {  return `then ${typeof cpus}`; }) : markStep("step//./input//chosen~2", async () => {  return 'else'; });
const box: { run?: Run } = {};
box.run = markStep("step//./input//box/run", async () => {
  
  return `box ${typeof cpus}`;
});
let late: Run;
late = markStep("step//./input//late", { late: async () => {
  
  return `late ${typeof cpus}`;
} }.late);
const { fallback = markStep("step//./input//fallback", { fallback: async () => {  return `fallback ${typeof cpus}`; } }.fallback) } = {} as { fallback?: Run };

export async function all() { return calledDirectly("workflow//./input//all"); }
