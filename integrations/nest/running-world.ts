/** The runtime of the process, for as long as an application needs it: tests may have several in one process. */
import { getWorld } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';

const KEY = Symbol.for('workflow.nest-users-of-world');
type Holder = { [KEY]?: Set<object> };

/** One for all copies of this package in a process, as the runtime is. */
const users = ((globalThis as Holder)[KEY] ??= new Set());

/** Starts the runtime. Never rejects, see `runWorld`. @param user Who needs it. */
export async function enterWorld(user: object): Promise<void> {
  users.add(user);
  await runWorld(Promise.resolve());
}

/** Lets the steps that run finish, and ends the runtime when nobody needs it any more. */
export async function leaveWorld(user: object): Promise<void> {
  if (users.delete(user) && users.size === 0) await getWorld().close();
}
