import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const Form = ({ action }: { action: (text: string) => Promise<string> }) => ({ action });
const Page = ({ user }: { user: string }) => (
  <Form
    action={markStep("step//./input//Page/anonymous", async (text) => {
      
      return `${text} ${user} ${EOL.length}`;
    }, () => ({ user }))}
  />
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
