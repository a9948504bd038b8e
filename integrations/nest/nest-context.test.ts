import 'reflect-metadata';
import { Injectable, Scope } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import { expect, onTestFinished, test } from 'vitest';
import { getNestContext, provideContext, withdrawContext } from './nest-context.ts';

class Shared {
  readonly kind = 'shared';
}
class PerRequest {
  readonly kind = 'per request';
}
Injectable()(Shared);
Injectable({ scope: Scope.REQUEST })(PerRequest);

class Orders {
  readonly name = 'orders';
}
class Application {
  readonly name = 'application';
}

/** An application whose providers are in a module of their own. */
async function startApplication(): Promise<ModuleRef> {
  const imports = [{ module: Orders, providers: [Shared, PerRequest] }];
  const app = await NestFactory.createApplicationContext({ module: Application, imports }, { logger: false });
  const moduleRef = app.get(ModuleRef);
  provideContext(moduleRef);
  onTestFinished(async () => {
    withdrawContext(moduleRef);
    await app.close();
  });
  return moduleRef;
}

test('steps get the providers of every module, and request-scoped ones', async () => {
  const moduleRef = await startApplication();
  const context = getNestContext();
  expect(context.get(Shared)).toBe(moduleRef.get(Shared, { strict: false }));
  const first = await context.resolve(PerRequest);
  expect(first).toBeInstanceOf(PerRequest);
  expect(await context.resolve(PerRequest)).not.toBe(first);
});

test('steps get the providers of the newest application, and after its end those of the previous one', async () => {
  const before = await startApplication();
  const newest = await startApplication();
  expect(getNestContext().get(Shared)).toBe(newest.get(Shared, { strict: false }));
  withdrawContext(newest);
  expect(getNestContext().get(Shared)).toBe(before.get(Shared, { strict: false }));
});

test('asking for providers without an application is an error', () => {
  expect(() => getNestContext()).toThrow(expect.objectContaining({ code: 'nest_context_missing' }));
});
