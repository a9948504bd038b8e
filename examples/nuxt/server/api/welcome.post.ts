import { start } from 'workflow/api';
import { welcome } from '../../workflows/welcome';

export default defineEventHandler(async (event) => {
  const { email } = await readBody<{ email: string }>(event);
  const { runId } = await start(welcome, [email]);
  return { runId };
});
