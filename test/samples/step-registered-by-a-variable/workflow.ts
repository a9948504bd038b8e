import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//last", undefined, last); registerWorkflow("workflow//./input//flow", flow); 

type Run = (n: number) => Promise<number>;
const registry = /* @__PURE__ */ (() => (new Map<string, Run>()))();
const list: Run[] = [];
function register(name: string, run: Run) {
  add(name, run);
  return () => registry.delete(name);
}
function add(name: string, run: Run) {
  if (registry.has(name)) register(`${name}2`, run);
  else registry.set(name, run);
}

/** Nobody uses these variables, but what they were made by. */
const remove = register('add', /* @__PURE__ */ stepProxy("step//./input//remove", undefined, undefined, undefined, 1));
const same = registry.set('double', /* @__PURE__ */ stepProxy("step//./input//same", undefined, undefined, undefined, 1));
export const size = list.push(/* @__PURE__ */ stepProxy("step//./input//size", undefined, undefined, undefined, 1));


async function last(...args) { return step$1(...args); }
export async function flow(n: number) {
  
  const results: unknown[] = [];
  for (const run of [...registry.values(), ...list]) results.push(await run(n));
  return [...results, await last()];
}
