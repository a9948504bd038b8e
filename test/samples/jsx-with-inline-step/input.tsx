import { EOL } from 'node:os';

const Form = ({ action }: { action: (text: string) => Promise<string> }) => ({ action });
const Page = ({ user }: { user: string }) => (
  <Form
    action={async (text) => {
      'use step';
      return `${text} ${user} ${EOL.length}`;
    }}
  />
);

export async function flow(user: string) {
  'use workflow';
  const page = (<Page user={user} />) as unknown as { action(text: string): Promise<string> };
  return page.action('hello');
}
