/** Two applications as `@nestjs/testing` makes them, in one process: on Express, and on Fastify. */
import 'reflect-metadata';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { applyRules } from './dist/app-rules.js';
import { AppModule } from './dist/app.module.js';
import { receiveCalls } from './dist/workflows/calls.js';
import { callWebhook } from './call-webhook.mjs';

async function listen(adapter) {
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = module.createNestApplication(adapter, { logger: false });
  applyRules(app);
  // Fastify runs its checks before any module.
  if (adapter.getType() === 'express') app.enableCsrfProtection();
  await app.listen(0, '127.0.0.1');
  return { app, origin: await app.getUrl() };
}

const body = '{ "half":';
const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example', 'x-sender': 'bank' };
const answers = [];
const express = await listen(new ExpressAdapter());
answers.push({ ...(await callWebhook(receiveCalls, { ...express, body, headers })), origin: express.origin });
const fastify = await listen(new FastifyAdapter());
answers.push({ ...(await callWebhook(receiveCalls, { ...fastify, body, headers })), origin: fastify.origin });
await express.app.close();
// The end of one application must not end the other.
answers.push({ ...(await callWebhook(receiveCalls, { ...fastify, body, headers })), origin: fastify.origin });
await fastify.app.close();
console.log(`\nANSWERS ${JSON.stringify(answers)}`);
