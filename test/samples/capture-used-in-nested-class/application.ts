import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ unit }) { const label = (n: number) => `${n} ${unit}`; return { step: async (n: number) => {
    
    class Money {
      static unit = unit;
      #n = n;
      toString() {
        return `${label(this.#n)} ${Money.unit} ${EOL.length}`;
      }
    }
    return String(new Money());
  } }.step; }
