import { createServer } from 'node:http';
import { createHandler, toNodeHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflow = createHandler();
const handler = toNodeHandler(async (request) => (await workflow(request)) ?? (await handleRequest(request)));
createServer(handler).listen(Number(process.env['PORT']), '127.0.0.1');
