import { type CanActivate, type ExecutionContext, type INestApplication, VersioningType } from '@nestjs/common';
import { AppController } from './app.controller.ts';
import { StreamsController } from './streams.controller.ts';

/** Lets nobody in but to the application's own routes. */
class OwnRoutesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const controllers: unknown[] = [AppController, StreamsController];
    return controllers.includes(context.getClass());
  }
}

/** All that applications do to their routes, and that must not be done to those of workflows. */
export function applyRules(app: INestApplication): void {
  app.setGlobalPrefix('api', { exclude: ['app/{*path}', 'runs/{*path}'] });
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalGuards(new OwnRoutesGuard());
  app.enableCors();
}
