/** Creates a store in the folder that is its argument. */
import { createWorld } from '../../runtime/world/open.ts';

const world = await createWorld({ kind: 'sqlite', dataDir: process.argv[2]! });
await world.open();
await world.close();
