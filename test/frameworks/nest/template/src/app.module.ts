import { Module } from '@nestjs/common';
import { WorkflowModule } from 'workflow/nest';
import { AppController } from './app.controller.ts';
import { Counter } from './counter.ts';
import { moduleType } from './module-type.ts';
import { StreamsController } from './streams.controller.ts';

const isProduction = process.env['NODE_ENV'] === 'production';

@Module({
  imports: [WorkflowModule.forRoot({ moduleType, skipBuild: isProduction, watch: !isProduction })],
  controllers: [AppController, StreamsController],
  providers: [Counter],
})
export class AppModule {}
