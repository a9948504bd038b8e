/** `workflow/nest`: durable workflows in NestJS applications. */
import '../../runtime/contract/node-version.ts';
export { createBuildQueue, type NestBuildQueue } from './build-queue.ts';
export { configureWorkflowController, WorkflowController } from './controller.ts';
export { NestLocalBuilder, type NestLocalBuilderOptions } from './local-builder.ts';
export { WorkflowModule } from './module.ts';
export { getNestContext, type NestContext } from './nest-context.ts';
export type { ModuleType, WorkflowModuleOptions } from './options.ts';
