import { createServer } from 'node:http';
import { createHandler, toNodeHandler } from 'workflow/server';
import { handleRequest } from './app.ts';

const workflows = toNodeHandler(createHandler({ skipBuild: true }));
const app = toNodeHandler(handleRequest);

createServer((request, response) => workflows(request, response, () => app(request, response))).listen(
  Number(process.env['PORT']),
);
