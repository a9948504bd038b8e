import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);
const LIMIT = 5;

export async function flow(
  { id, tags: [first = 'none', ...others] = [] }: { id: string; tags?: string[] },
  limit = LIMIT,
  ...rest: number[]
) {
  
  return [await step({ id, first, others }), limit, rest, arguments.length];
}
export const arrow = registerWorkflow("workflow//./input//arrow", { arrow: async ({ n = LIMIT } = {}, [x] = [n]) => {
  
  return step(n + x!);
} }.arrow);
