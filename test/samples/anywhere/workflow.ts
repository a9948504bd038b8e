import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//all", all); 

type Run = () => Promise<string>;
const retry = <T>(fn: T): T => fn;
const wrapped = retry(/* @__PURE__ */ stepProxy("step//./input//wrapped"));
const asserted = (/* @__PURE__ */ stepProxy("step//./input//asserted")) as Run;
const satisfied = (/* @__PURE__ */ stepProxy("step//./input//satisfied")) satisfies Run;
const list = [
  /* @__PURE__ */ stepProxy("step//./input//list"),
  /* @__PURE__ */ stepProxy("step//./input//list~2"),
];
const chosen = list.length > 1 ? /* @__PURE__ */ stepProxy("step//./input//chosen") : /* @__PURE__ */ stepProxy("step//./input//chosen~2");
const box: { run?: Run } = {};
box.run = /* @__PURE__ */ stepProxy("step//./input//box/run");
let late: Run;
late = /* @__PURE__ */ stepProxy("step//./input//late");
const values = /* @__PURE__ */ (() => { const { fallback = /* @__PURE__ */ stepProxy("step//./input//fallback") } = {} as { fallback?: Run }; return { fallback }; })(), fallback = /* @__PURE__ */ (() => values.fallback)();

export async function all() {
  
  const results: string[] = [];
  for (const run of [wrapped, asserted, satisfied, ...list, chosen, box.run!, late, fallback]) results.push(await run());
  return results;
}
