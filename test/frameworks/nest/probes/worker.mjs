/** An application without a server and without options: `node worker.mjs <module of the workflow "greet">`. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { start } from 'workflow/api';
import { WorkflowModule } from 'workflow/nest';

class Root {
  name = 'root';
}
Module({ imports: [WorkflowModule.forRoot()] })(Root);
const app = await NestFactory.createApplicationContext(Root, { logger: ['warn', 'error'] });
const { greet } = await import(process.argv[2]);
const run = await start(greet, ['Ann']);
const answers = await run.returnValue;
await app.close();
console.log(`\nANSWERS ${JSON.stringify(answers)}`);
