/**
 * The well-known routes as a Nest controller, for applications that want them among their own routes and for servers
 * without a mount.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Controller, Get, Inject, Optional, Post, Req, Res, SetMetadata, VERSION_NEUTRAL } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import { createHandler, registerBuild } from '../../runtime/entries/runtime.ts';
import { loadBuild } from '../shared/load-build.ts';
import type { FastifyReply } from '../shared/fastify-hook.ts';
import { answer } from '../shared/node-handler.ts';
import { nestError } from './messages.ts';
import type { NestProject } from './options.ts';
import { requireBuild } from './require-build.ts';
import { drainWorld, enterWorld, leaveWorld } from './running-world.ts';

/** Injection token of the project, provided by `WorkflowModule`. */
export const WORKFLOW_PROJECT = Symbol.for('workflow.nest-project');

/** Fastify's request, which holds Node's in `raw`. */
interface FastifyRequest {
  raw: IncomingMessage;
  originalUrl: string;
  body?: unknown;
  rawBody?: unknown;
}

type AnyRequest = IncomingMessage | FastifyRequest;
type AnyResponse = ServerResponse | FastifyReply;

const handler = createHandler();
let configuredOutDir: string | null = null;

/**
 * Sets the folder of the build for a {@link WorkflowController} without a `WorkflowModule`, which calls this itself.
 * @param outDir Absolute, or relative to the working directory.
 */
export function configureWorkflowController(outDir: string): void {
  configuredOutDir = outDir;
}

/**
 * Registered by `WorkflowModule`. Where the routes are mounted below Nest, requests never get here. Where they do, the
 * application's guards, prefixes and body parsers apply first.
 */
export class WorkflowController
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  /** Whether a `WorkflowModule` loads the build. */
  readonly #isServed: boolean;

  constructor(project?: NestProject) {
    this.#isServed = project !== undefined;
  }

  async onModuleInit(): Promise<void> {
    if (this.#isServed) return;
    if (configuredOutDir === null) throw nestError('nest_controller_unconfigured', {});
    requireBuild(configuredOutDir);
    await registerBuild(await loadBuild(configuredOutDir));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.#isServed) await enterWorld(this);
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.#isServed) await drainWorld(this);
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.#isServed) await leaveWorld();
  }

  flow(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }

  step(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }

  webhook(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }

  health(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }

  manifest(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }

  operations(request: AnyRequest, response: AnyResponse): Promise<void> {
    return answerBelowNest(request, response);
  }
}

/** Writes the response bytes unchanged; Nest would encode them. */
async function answerBelowNest(request: AnyRequest, response: AnyResponse): Promise<void> {
  if ('hijack' in response) response.hijack();
  await answer(handler, { request: toNodeRequest(request), response: 'raw' in response ? response.raw : response });
}

function toNodeRequest(request: AnyRequest): IncomingMessage {
  if (!('raw' in request)) return request;
  const { raw, originalUrl, body, rawBody } = request;
  return Object.assign(raw, { originalUrl, body, rawBody });
}

// Decorators are called as functions, because Node runs these sources without compiling them.
Controller({ path: ROUTE_PREFIX, version: VERSION_NEUTRAL })(WorkflowController);
// @nestjs/swagger documents only the application's own routes.
SetMetadata('swagger/apiExcludeController', [true])(WorkflowController);
Optional()(WorkflowController, undefined, 0);
Inject(WORKFLOW_PROJECT)(WorkflowController, undefined, 0);
const ROUTES = {
  flow: Post('flow'),
  step: Post('step'),
  webhook: All('webhook/:token'),
  health: Get('health'),
  manifest: Get('manifest.json'),
  operations: All('operations/:verb'),
};
for (const [name, route] of Object.entries(ROUTES)) {
  const { prototype } = WorkflowController;
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  route(prototype, name, Object.getOwnPropertyDescriptor(prototype, name)!);
}
