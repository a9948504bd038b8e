import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/one", closure); registerClosure("step//./input//flow/two", closure$1); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ options, tenant }) { return { one: async (name = tenant, { size } = options) => {
    
    return [name, size, EOL.length];
  } }.one; }

function closure$1({ options, tenant }) { return async function two({ deep: { list: [first = tenant, ...rest] } } = options, last = () => first) {
    
    return [first, rest, last(), EOL.length];
  }; }
