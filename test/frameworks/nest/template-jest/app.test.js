const { NestFactory } = require('@nestjs/core');
const { getRun, start } = require('workflow/api');
const { AppModule } = require('./dist/app.module.js');

const COUNT = { workflowId: 'workflow//./src/workflows/numbers//countTo' };

test('the application starts, and runs end', async () => {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.init();
  const { runId } = await start(COUNT, [3]);
  await getRun(runId).returnValue;
  expect(await getRun(runId).status).toBe('completed');
  await app.close();
}, 60_000);
