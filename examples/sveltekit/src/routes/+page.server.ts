import { fail } from '@sveltejs/kit';
import { start } from 'workflow/api';
import { welcome } from '../workflows/welcome.ts';

export const actions = {
  async default({ request }: { request: Request }) {
    const email = (await request.formData()).get('email');
    if (typeof email !== 'string') return fail(400);
    const { runId } = await start(welcome, [email]);
    return { runId };
  },
};
