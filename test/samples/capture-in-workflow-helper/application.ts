import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/each/greet", closure); import { EOL } from 'node:os';

/** The step stands two functions deep, and takes along from both. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ name, names, tenant }) { return { greet: async (mark: string) => {
        
        return `${tenant} ${name}${mark} ${names.length} ${EOL.length}`;
      } }.greet; }
