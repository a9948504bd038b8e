import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//one", one); registerWorkflow("workflow//./input//two", two); 

export async function one(n: number) {
  
  if (n > 0) {
    const step = stepProxy("step//./input//one/step", () => ({ n }));
    return step();
  } else {
    const step = stepProxy("step//./input//one/step~2", () => ({ n }));
    return step();
  }
}

export async function two() {
  
  const step$1 = stepProxy("step//./input//two/step", undefined, step); async function step(...args) { return step$1(...args); }
  return step();
}
