import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const Form = ({ action }: { action: (text: string) => Promise<string> }) => ({ action });
const Page = ({ user }: { user: string }) => (
  <Form
    action={stepProxy("step//./input//Page/anonymous", () => ({ user }), undefined, undefined, 1)}
  />
);

export async function flow(user: string) {
  
  const page = (<Page user={user} />) as unknown as { action(text: string): Promise<string> };
  return page.action('hello');
}
