/** Gives steps access to the providers of the application. */
import type { InjectionToken } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { nestError } from './messages.ts';

/** Looks up providers in all modules of the application. */
export interface NestContext {
  /** A provider of which there is one instance. @throws Nest's error when there is none. */
  get<Provider>(token: InjectionToken<Provider>): Provider;
  /** A request-scoped or transient provider: a new instance. */
  resolve<Provider>(token: InjectionToken<Provider>): Promise<Provider>;
}

const KEY = Symbol.for('workflow.nest-contexts');
type Holder = { [KEY]?: Set<ModuleRef> };

/** Shared by all copies of this package in a process. The newest application is last. */
const applications = ((globalThis as Holder)[KEY] ??= new Set());

/** The providers of the application that the step runs in. @throws `nest_context_missing`. */
export function getNestContext(): NestContext {
  const moduleRef = [...applications].at(-1);
  if (!moduleRef) throw nestError('nest_context_missing', {});
  const anywhere = { strict: false };
  return {
    get: (token) => moduleRef.get(token, anywhere),
    resolve: (token) => moduleRef.resolve(token, undefined, anywhere),
  };
}

/** Makes the providers of an application available to steps. */
export const provideContext = (moduleRef: ModuleRef): void => void applications.add(moduleRef);

/** Gives steps the providers of the previous application again, if there is one. */
export const withdrawContext = (moduleRef: ModuleRef): void => void applications.delete(moduleRef);
