import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//read", undefined, read); registerWorkflow("workflow//./input//flow", flow); 

const closed: string[] = [];
const open = (name: string) => ({ name, [Symbol.dispose]: () => void closed.push(name) });


async function read(...args) { return step$1(...args); }

export async function flow() {
  
  const names: unknown[] = [];
  {
    using outer = open('outer');
    const nested = stepProxy("step//./input//flow/nested");
    names.push(outer.name, await nested());
  }
  return [...names, await read(), closed.includes('outer')];
}
