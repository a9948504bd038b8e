import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//Page/anonymous", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const Form = ({ action }: { action: (text: string) => Promise<string> }) => ({ action });
const Page = ({ user }: { user: string }) => (
  <Form
    action={markStep("step//./input//Page/anonymous", async (...args) => closure({ user })(...args), () => ({ user }))}
  />
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ user }) { return async (text) => {
      
      return `${text} ${user} ${EOL.length}`;
    }; }
