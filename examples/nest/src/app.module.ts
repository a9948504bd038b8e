import { Module } from '@nestjs/common';
import { WorkflowModule } from 'workflow/nest';
import { Mailbox } from './mailbox.js';
import { SignupsController } from './signups.controller.js';

const isProduction = process.env['NODE_ENV'] === 'production';

@Module({
  imports: [WorkflowModule.forRoot({ skipBuild: isProduction, watch: !isProduction })],
  controllers: [SignupsController],
  providers: [Mailbox],
})
export class AppModule {}
