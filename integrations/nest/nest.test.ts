import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { expect, onTestFinished, test } from 'vitest';
import { configureWorkflowController, WorkflowController } from './controller.ts';
import { WorkflowModule } from './module.ts';

class Application {
  readonly name = 'application';
}

/** Starts an application without a server. */
async function startApplication(definition: Omit<DynamicModule, 'module'>): Promise<void> {
  const options = { logger: false, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext({ module: Application, ...definition }, options);
  onTestFinished(() => app.close());
}

function emptyFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-nest-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('applications of CommonJS modules can require it', async () => {
  const code = `const { WorkflowModule } = require(${JSON.stringify(join(import.meta.dirname, 'nest.ts'))});
    console.log(typeof WorkflowModule.forRoot);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '--eval', code]);
  expect(stdout).toBe('function\n');
});

// First, because every import of the module tells the controller of a build.
test('the controller without the module must be configured', async () => {
  await expect(startApplication({ controllers: [WorkflowController] })).rejects.toMatchObject({
    code: 'nest_controller_unconfigured',
  });
});

test.each([false, true])('"skipBuild" without a build is an error that says what to do (watch: %s)', async (watch) => {
  const workflows = WorkflowModule.forRoot({ workingDir: emptyFolder(), skipBuild: true, watch });
  await expect(startApplication({ imports: [workflows] })).rejects.toMatchObject({ code: 'nest_build_missing' });
});

test('importing the module without forRoot(), or twice with different options, is an error', async () => {
  await expect(startApplication({ imports: [WorkflowModule] })).rejects.toMatchObject({
    code: 'nest_module_without_options',
  });
  const imports = ['one', 'two'].map((outDir) => WorkflowModule.forRoot({ skipBuild: true, outDir }));
  await expect(startApplication({ imports })).rejects.toMatchObject({ code: 'nest_module_twice' });
});

test('the controller without the module does not start without a build', async () => {
  configureWorkflowController(emptyFolder());
  await expect(startApplication({ controllers: [WorkflowController] })).rejects.toMatchObject({
    code: 'nest_build_missing',
  });
});
