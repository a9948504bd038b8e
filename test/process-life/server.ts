/** A server as adapters make it: it serves and works on runs until a signal ends it. */
import { createServer } from 'node:http';
import { runWorld } from '../../integrations/shared/run-world.ts';

createServer().listen(0);
await runWorld(Promise.resolve());
console.log(`process ${process.pid} serves`);
