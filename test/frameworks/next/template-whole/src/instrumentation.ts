import { getWorld } from 'workflow/runtime';

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await getWorld().start?.();
}
