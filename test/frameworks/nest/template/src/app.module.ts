import { Module } from '@nestjs/common';
import { WorkflowModule } from 'workflow/nest';
import { AppController } from './app.controller.ts';
import { Counter } from './counter.ts';
import { moduleType } from './module-type.ts';

const isProduction = process.env['NODE_ENV'] === 'production';

@Module({
  imports: [WorkflowModule.forRoot({ moduleType, skipBuild: isProduction, watch: !isProduction })],
  controllers: [AppController],
  providers: [Counter],
})
export class AppModule {}
