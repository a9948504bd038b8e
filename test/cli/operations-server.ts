/** A server that serves the routes of the store that its environment names, and prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '../../integrations/shared/node-handler.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';

const server = createServer(toNodeHandler(createHandler()));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
