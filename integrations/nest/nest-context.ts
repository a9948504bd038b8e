/** The way from a step to the providers of the application. */
import type { InjectionToken } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { nestError } from './messages.ts';

/** Gives providers of the application, of whichever module. */
export interface NestContext {
  /** A provider that there is one of. @throws Nest's error when there is none. */
  get<Provider>(token: InjectionToken<Provider>): Provider;
  /** A provider that is made for each request, or each time it is asked for. */
  resolve<Provider>(token: InjectionToken<Provider>): Promise<Provider>;
}

const KEY = Symbol.for('workflow.nest-contexts');
type Holder = { [KEY]?: Set<ModuleRef> };

/** One for all copies of this package in a process. The newest application is last. */
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

/** Makes the providers of an application known to steps. */
export const provideContext = (moduleRef: ModuleRef): void => void applications.add(moduleRef);

/** Steps get the providers of the application that was there before, if any. */
export const withdrawContext = (moduleRef: ModuleRef): void => void applications.delete(moduleRef);
