import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/all", closure); registerClosure("step//./input//flow/isLong", closure$1); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return async (name, index) => {
      
      return `${name} ${index} ${EOL.length}`;
    }; }

function closure$1() { return { isLong: async (text: string) => {
    
    return text.length + EOL.length > 6;
  } }.isLong; }
