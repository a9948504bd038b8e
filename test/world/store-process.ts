/**
 * A separate process with an SQLite World, which executes the calls that its parent sends. Started by `child-world.ts`.
 */
import { createWorld } from '../../runtime/world/open.ts';
import type { CallMessage, ReplyMessage } from './child-world.ts';

const world = await createWorld({ kind: 'sqlite', dataDir: process.argv[2]! });
const send = (reply: ReplyMessage): void => void process.send!(reply);

async function carryOut({ id, method, args }: CallMessage): Promise<void> {
  try {
    send({ id, value: await Reflect.apply(world[method], world, args) });
  } catch (error) {
    const { code, message } =
      error instanceof Error && 'code' in error ? error : { code: null, message: String(error) };
    send({ id, code: String(code), message });
  }
}

process.on('message', (call: CallMessage) => void carryOut(call));
