import { createServer } from 'node:http';
import { createRequestListener } from '@react-router/node';
import { createHandler, toNodeHandler } from 'workflow/server';
import * as build from './build/server/index.js';

const workflow = toNodeHandler(createHandler({ skipBuild: true }));
const pages = createRequestListener({ build });
createServer((request, response) => workflow(request, response, () => pages(request, response))).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
