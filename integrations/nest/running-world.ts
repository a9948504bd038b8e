/** Keeps the runtime of the process open as long as an application uses it: tests may have several. */
import { getWorld } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';

const KEY = Symbol.for('workflow.nest-users-of-world');
type Holder = { [KEY]?: Set<object> };

/** Shared by all copies of this package in a process, like the runtime. */
const users = ((globalThis as Holder)[KEY] ??= new Set());

/** Starts the runtime. Never rejects, see `runWorld`. @param user Identifies the application. */
export async function enterWorld(user: object): Promise<void> {
  users.add(user);
  await runWorld(Promise.resolve());
}

/** Lets running steps finish when no other application uses the runtime. Requests are still answered. */
export async function drainWorld(user: object): Promise<void> {
  if (users.delete(user) && users.size === 0) await getWorld().drain();
}

/** Closes the runtime when no application uses it any more. */
export async function leaveWorld(): Promise<void> {
  if (users.size === 0) await getWorld().close();
}
