/** `WorkflowController` without the module: `node controller.mjs <express|fastify> [raw]`. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { configureWorkflowController, WorkflowController } from 'workflow/nest';
import { callWebhook } from './call-webhook.mjs';

const [server, raw] = process.argv.slice(2);
configureWorkflowController('.nestjs/workflow');
class Root {
  name = 'root';
}
Module({ controllers: [WorkflowController] })(Root);
const adapter = server === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(Root, adapter, { rawBody: raw === 'raw', logger: ['error'] });
await app.listen(0, '127.0.0.1');
const origin = await app.getUrl();

const workflow = { workflowId: 'workflow//./src/workflows/calls//receiveCalls' };
const call = (init) => callWebhook(workflow, { origin, ...init });
const json = { 'content-type': 'application/json' };
const answers = {
  json: await call({ body: '{ "odd":\t1.0 }', headers: json }),
  empty: await call({ method: 'DELETE' }),
  manual: await call({ method: 'PUT', body: 'plain', headers: { 'content-type': 'text/plain' }, answering: 'manual' }),
  unsigned: (await fetch(`${origin}/.well-known/workflow/v1/flow`, { method: 'POST' })).status,
  manifest: (await fetch(`${origin}/.well-known/workflow/v1/manifest.json`)).status,
};
await app.close();
console.log(`\nANSWERS ${JSON.stringify(answers)}`);
