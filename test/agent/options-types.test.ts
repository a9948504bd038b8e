/** The types that users compile against, with each version of the AI SDK. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildAgentProject } from './agent-project.ts';
import { readProject, SDKS } from './agent-session.ts';

const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const CONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  },
  include: ['workflows'],
};

/** Complaints about packages of others are no concern of ours. */
const isOurs = (line: string): boolean => /^(workflows|node_modules\/workflow)\//.test(line);

test.each(SDKS)('agents, tools and messages of %s fit the types, and outputs are typed', async ({ sdk }) => {
  const project = await buildAgentProject(await readProject('types'), sdk);
  try {
    await writeFile(join(project.dir, 'tsconfig.json'), JSON.stringify(CONFIG));
    const output = await promisify(execFile)('node', [TSC, '-p', '.', '--pretty', 'false'], {
      cwd: project.dir,
    }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(output.split('\n').filter(isOurs)).toEqual([]);
  } finally {
    await project.remove();
  }
});
