import { redirect } from 'next/navigation';
import { start } from 'workflow/api';
import { welcome } from '../workflows/welcome';

async function signUp(form: FormData): Promise<void> {
  'use server';
  const { runId } = await start(welcome, [form.get('email') as string]);
  redirect(`/runs/${runId}`);
}

export default function Page() {
  return (
    <form action={signUp}>
      <input name="email" type="email" defaultValue="ann@example.com" required />
      <button>Sign up</button>
    </form>
  );
}
