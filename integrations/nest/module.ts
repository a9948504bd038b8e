/** The module that an application imports. */
import { type DynamicModule, Inject, Logger, Module, Optional } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { BuildLog } from '../shared/project-build.ts';
import { isInOtherRealm } from './build-outside.ts';
import { configureWorkflowController, WORKFLOW_PROJECT, WorkflowController } from './controller.ts';
import { serveForDevelopment } from './development.ts';
import { learnAddress, mountRoutes } from './http-adapter.ts';
import { nestError } from './messages.ts';
import { provideContext, withdrawContext } from './nest-context.ts';
import { type NestProject, readProject, type WorkflowModuleOptions } from './options.ts';
import { serveForProduction } from './production.ts';
import { drainWorld, enterWorld, leaveWorld } from './running-world.ts';

/** Applications whose routes are mounted. */
const equipped = new WeakSet<HttpAdapterHost>();

/** Durable workflows in a Nest application: `imports: [WorkflowModule.forRoot()]`. */
export class WorkflowModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  readonly #project: NestProject;
  readonly #host: HttpAdapterHost;
  readonly #log: BuildLog = createLog();
  readonly #moduleRef: ModuleRef;
  #stopWatching: (() => void) | null = null;

  /**
   * The module with its options.
   * @param options See `WorkflowModuleOptions`; all have defaults.
   * @throws `integration_option_unknown`, `integration_option_invalid`, `integration_folder_missing`,
   * `nest_sources_missing`, `nest_dirs_hold_output`.
   */
  static forRoot(options: WorkflowModuleOptions = {}): DynamicModule {
    const project = readProject(options);
    configureWorkflowController(project.outDir);
    return {
      module: WorkflowModule,
      controllers: [WorkflowController],
      providers: [{ provide: WORKFLOW_PROJECT, useValue: project }],
    };
  }

  /** Nest calls it before it installs body parsers. @throws `nest_module_without_options`, `nest_module_twice`. */
  constructor(project: NestProject | undefined, moduleRef: ModuleRef, host: HttpAdapterHost) {
    if (!project) throw nestError('nest_module_without_options', {});
    if (equipped.has(host)) throw nestError('nest_module_twice', {});
    equipped.add(host);
    this.#project = project;
    this.#host = host;
    this.#moduleRef = moduleRef;
    // In tests the server is created after the modules; some applications never have one.
    host.init$.subscribe(() => host.httpAdapter && mountRoutes(host.httpAdapter));
  }

  async onModuleInit(): Promise<void> {
    // A test watches nothing, and its sources do not change.
    if (this.#project.watch && !isInOtherRealm())
      this.#stopWatching = await serveForDevelopment(this.#project, this.#log);
    else await serveForProduction(this.#project, this.#log);
    provideContext(this.#moduleRef);
  }

  /** Not earlier: left-over runs continue at once, and their steps need initialised providers. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.#host.httpAdapter) learnAddress(this.#host.httpAdapter);
    await enterWorld(this);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopWatching?.();
    await drainWorld(this);
    withdrawContext(this.#moduleRef);
  }

  /** Nest calls it when the server has answered its last request. */
  async onApplicationShutdown(): Promise<void> {
    await leaveWorld();
  }
}

function createLog(): BuildLog {
  const logger = new Logger('Workflow');
  return {
    info: (text) => logger.log(text),
    warn: (text) => logger.warn(text),
    error: (text) => logger.error(text),
  };
}

// Decorators are called as functions, because Node runs these sources without compiling them.
Module({})(WorkflowModule);
Optional()(WorkflowModule, undefined, 0);
[WORKFLOW_PROJECT, ModuleRef, HttpAdapterHost].forEach((token, index) =>
  Inject(token)(WorkflowModule, undefined, index),
);
