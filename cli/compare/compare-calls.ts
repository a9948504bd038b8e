/** Runs calls of workflows as plain code, live and replaying. */
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlePlain } from '../../compiler/build/plain-bundle.ts';
import { ownFile } from '../../compiler/own-code.ts';
import { createProjectBuild } from '../../integrations/server/build-project.ts';
import { PLAIN_MODULE } from '../../compiler/views/plain-view.ts';
import type { ProjectFolders } from '../../integrations/server/options.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { cliError } from '../program/messages.ts';
import { maskUnsteady } from './mask-unsteady.ts';
import type { Answer, WorkflowCall, CallsToRun, CallReport } from './run-calls.ts';

/** The reports of a call. Live and replaying never lack a text. */
export interface ComparedCall {
  plain: CallReport;
  live: string;
  replaying: string;
}

const STAND_INS = {
  [PLAIN_MODULE]: ownFile('cli/compare/plain-code'),
  workflow: ownFile('cli/compare/plain-workflow'),
  'workflow/api': ownFile('cli/compare/plain-api'),
};

/**
 * Builds the project as the command `build` does, into a folder of its own, and runs each call in three ways, each in a
 * process of its own: all steps really run.
 * @param choose The calls, with the manifest of the build.
 * @throws Whatever the build does, and `cli_comparison_ended`.
 */
export async function compareCalls(
  folders: ProjectFolders,
  choose: (manifest: Manifest) => readonly WorkflowCall[],
): Promise<ComparedCall[]> {
  const outDir = join(folders.outDir, 'compare');
  const { manifest, modules } = await createProjectBuild({ ...folders, outDir }).buildOnce({ isTold: false });
  const calls = choose(manifest);
  const bundles: string[] = [];
  for (const { workflowId } of calls) {
    const file = join(folders.rootDir, fileOf(manifest, workflowId));
    const code = await bundlePlain({ ...folders, outDir }, { file, modules, standIns: STAND_INS });
    const path = join(outDir, `plain-${process.pid}-${bundles.length}.mjs`);
    await writeFile(path, code);
    bundles.push(path);
  }
  const [asPlain, asRun] = [
    { calls, code: { bundles } },
    { calls, code: { build: outDir } },
  ];
  const plain = await runCalls(asPlain);
  const live = await runCalls(asRun);
  const replaying = await runCalls(asRun, { WORKFLOW_LIVE_RUNS: '0' });
  const found = calls.map((_, index) => toComparison(plain[index]!, live[index]!, replaying[index]!));
  if (found.every(isSame)) return found;
  const again = await runCalls(plain.some((report) => 'text' in report) ? asPlain : asRun);
  return found.map((one, index) => (isSame(one) ? one : maskUnsteady(one, again[index]!)));
}

/** Whether no two ways differ. */
export const isSame = ({ plain, live, replaying }: ComparedCall): boolean =>
  live === replaying && ('why' in plain || plain.text === live);

const toComparison = (plain: CallReport, ...compiled: CallReport[]): ComparedCall => {
  const [live, replaying] = compiled.map((report) => ('text' in report ? report.text : report.why));
  return { plain, live: live!, replaying: replaying! };
};

const fileOf = ({ workflows }: Manifest, id: string): string =>
  Object.keys(workflows).find((file) => Object.values(workflows[file]!).some(({ workflowId }) => workflowId === id))!;

/** @throws `cli_comparison_ended`. */
async function runCalls(asked: CallsToRun, env: NodeJS.ProcessEnv = {}): Promise<CallReport[]> {
  const child = fork(ownFile('cli/compare/run-calls'), {
    // No run of the project's own store takes part, and none of its workers.
    env: { ...process.env, WORKFLOW_WORLD: 'memory', WORKFLOW_LIVE_RUNS: '1000', WORKFLOW_ROLE: '', ...env },
    execArgv: [],
    silent: true,
  });
  let said = '';
  child.stderr!.on('data', (text: Buffer) => (said += text.toString()));
  child.stdout!.resume();
  const answer = await new Promise<Answer>((resolve) => {
    child.once('message', (found) => resolve(found as Answer));
    child.once('exit', () => resolve({ failure: said.trim() }));
    child.send(asked);
  });
  if ('failure' in answer) throw cliError('cli_comparison_ended', { reason: answer.failure });
  return answer.reports;
}
