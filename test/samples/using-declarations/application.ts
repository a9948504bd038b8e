import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//read", read); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';

const closed: string[] = [];
const open = (name: string) => ({ name, [Symbol.dispose]: () => void closed.push(name) });
const openLater = (name: string) => ({ name, [Symbol.asyncDispose]: async () => void closed.push(name) });

async function read() {
  
  using file = open('file');
  await using connection = openLater('connection');
  return [file.name, connection.name, EOL.length];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { nested: async () => {
      
      using inner = { [Symbol.dispose]() {} };
      return `nested ${typeof inner} ${EOL.length}`;
    } }.nested; }
