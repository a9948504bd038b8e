/** A project of somebody who pastes the files of a documentation page into a folder that `npm init` has made. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { WAIT } from '../../time-limits.ts';
import type { Command, Framework } from '../framework.ts';
import { InstalledProject } from '../installed-project.ts';
import { findFreePort, ServerProcess } from '../server-process.ts';

const run = promisify(execFile);
const DOCS = join(import.meta.dirname, '../../../docs/frameworks');
/** A block of code that begins with its file's name. */
const FILE_BLOCK = /^```\w+\n\/\/ (?<name>\S+\.\w+)\n(?<text>.*?)^```$/gms;
/** How the page has its reader change `package.json`. */
const PACKAGE_COMMAND = /^npm pkg set .+$/gm;
/** The workflow of each page sends two. */
const FIRST_MAIL = 'To ann@example.com: Hello!';

export interface FirstSteps {
  /** Of `docs/frameworks`. */
  page: string;
  /** Its packages are installed; its files are not used. */
  template: Framework['template'];
  /** A command that the page leaves to its reader. */
  command?: string;
  build?: Command;
  serve: (port: number) => Command;
  /** Where the page's server starts a run. */
  path: string;
}

/** Takes the first steps of a page. @returns The server's answer, when the run has sent its first mail. */
export async function takeFirstSteps(steps: FirstSteps): Promise<unknown> {
  const project = await createFromPage(steps);
  try {
    if (steps.build) {
      const { ok, output } = await project.run(steps.build);
      if (!ok) throw new Error(output);
    }
    return await startRun(project, steps);
  } finally {
    project.remove();
  }
}

async function createFromPage({ page, template, command }: FirstSteps): Promise<InstalledProject> {
  const project = await InstalledProject.create({ template });
  for (const name of await readdir(project.dir)) if (name !== 'node_modules') await project.delete(name);
  await run('npm', ['init', '--yes'], { cwd: project.dir });
  const text = readFileSync(join(DOCS, page), 'utf8');
  const commands = [...(text.match(PACKAGE_COMMAND) ?? []), ...(command === undefined ? [] : [command])];
  for (const line of commands) await run('npm', line.split(' ').slice(1), { cwd: project.dir });
  for (const { groups } of text.matchAll(FILE_BLOCK)) await project.write(groups!['name']!, groups!['text']!);
  return project;
}

async function startRun({ dir }: InstalledProject, { serve, path }: FirstSteps): Promise<unknown> {
  const port = await findFreePort();
  const { script, env, ...command } = serve(port);
  const options = { ...command, script: join(dir, script), cwd: dir, port, env: { PORT: String(port), ...env } };
  const server = new ServerProcess(options);
  try {
    await server.start();
    const response = await fetch(server.url + path);
    const answer: unknown = await response.json();
    await vi.waitFor(() => expect(server.output).toContain(FIRST_MAIL), WAIT);
    return answer;
  } finally {
    await server.end('SIGKILL');
  }
}
