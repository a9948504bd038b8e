import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

type Run = () => Promise<string>;
let missing: Run | undefined;
missing ??= /* @__PURE__ */ stepProxy("step//./input//missing");
let either: Run | undefined;
either ||= /* @__PURE__ */ stepProxy("step//./input//either");
let both: Run = async () => 'plain';
both &&= /* @__PURE__ */ stepProxy("step//./input//both");
const given: Record<string, Run> = {};
const fallback = given['none'] ?? (/* @__PURE__ */ stepProxy("step//./input//fallback"));
(given as Record<string, Run>)['quoted'] = /* @__PURE__ */ stepProxy("step//./input//quoted");
[given['first'] = /* @__PURE__ */ stepProxy("step//./input//given/first")] = [undefined as unknown as Run];

export async function flow() {
  
  return [await missing!(), await either!(), await both(), await fallback(), await given['quoted']!(), await given['first']!()];
}
