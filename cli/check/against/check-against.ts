/** `workflow check --against`: tells before a deployment which runs would have to wait for another build. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBuilder } from '../../../compiler/build/builder.ts';
import { readManifest } from '../../../integrations/shared/load-build.ts';
import type { Manifest } from '../../../runtime/contract/build.ts';
import { typesOfProject } from '../../../ts-plugin/analysis/hosts/types-of-project.ts';
import { contractsOf } from '../../../runtime/contract/code-contracts.ts';
import type { GivenArguments } from '../../program/command.ts';
import { cliError } from '../../program/messages.ts';
import { readProjectFolders } from '../../program/project-options.ts';
import { type ComparedBuild, compareBuilds, type NextBuild, parksRuns } from './compare-builds.ts';
import { formatComparison } from './format-comparison.ts';
import { readDeployed } from './read-deployed.ts';

/** The options that compare builds; the others check sources. */
const OPTIONS = new Set(['against', 'root', 'dirs', 'out-dir', 'data-dir', 'format']);
const FORMATS = ['pretty', 'json'];

/**
 * @returns The exit code: 1 when runs would have to wait, or may have to because nobody counts them.
 * @throws `cli_option_invalid`, `cli_against_unreadable`, `cli_secret_missing`, CompileFailure.
 */
export async function checkAgainst(given: GivenArguments): Promise<number> {
  const format = readFormat(given);
  const target = given.options.get('against')!;
  const deployed = await readDeployed(target, given);
  const { builds } = deployed;
  const comparison = compareBuilds(deployed, toNextBuild(await readNext(given)));
  const json = (): string =>
    JSON.stringify({ version: 2, against: target, builds: builds.map(withoutContracts), ...comparison }, null, 2);
  console.log(format === 'json' ? json() : formatComparison(target, builds, comparison));
  return comparison.changes.some(parksRuns) ? 1 : 0;
}

/** @throws `cli_option_invalid`. */
function readFormat({ options, operand }: GivenArguments): string {
  const other = operand !== null ? '[path]' : [...options.keys()].find((option) => !OPTIONS.has(option));
  if (other !== undefined) {
    const option = other === '[path]' ? 'path' : `--${other}`;
    throw cliError('cli_option_invalid', { option, expected: 'left out beside --against', found: 'given' });
  }
  const format = options.get('format') ?? 'pretty';
  if (FORMATS.includes(format)) return format;
  const expected = `one of ${FORMATS.join(', ')} beside --against`;
  throw cliError('cli_option_invalid', { option: '--format', expected, found: `"${format}"` });
}

/** The manifest of the build that is to come: of the folder that is named, or of the sources as they are. */
async function readNext(given: GivenArguments): Promise<Manifest> {
  const { rootDir, dirs, outDir } = readProjectFolders(given);
  if (given.options.has('out-dir')) return await readBuilt(outDir);
  // Beside the folder of the build, so that packages are found from there as from that.
  const ownDir = join(dirname(outDir), `.workflow-check-${randomBytes(6).toString('hex')}`);
  try {
    const readTypes = typesOfProject(rootDir, console.error);
    return (await createBuilder({ rootDir, dirs, outDir: ownDir, readTypes }).build()).manifest;
  } finally {
    await rm(ownDir, { recursive: true, force: true });
  }
}

/** @throws `cli_against_unreadable`. */
async function readBuilt(dir: string): Promise<Manifest> {
  try {
    return await readManifest(dir);
  } catch (error) {
    throw cliError('cli_against_unreadable', { target: dir, reason: 'it has no manifest.json of a build' }, error);
  }
}

/** @throws `cli_against_unreadable` for a build of an older compiler. */
function toNextBuild(manifest: Manifest): NextBuild {
  const contracts = contractsOf(manifest);
  if (!contracts) {
    const reason = 'an older version of "workflow" made it';
    throw cliError('cli_against_unreadable', { target: `the build ${manifest.buildId}`, reason });
  }
  const workflows = Object.values(manifest.workflows).flatMap((ofFile) => Object.values(ofFile));
  return { contracts, workflowIds: workflows.map(({ workflowId }) => workflowId) };
}

const withoutContracts = ({ buildId, runs }: ComparedBuild): Omit<ComparedBuild, 'contracts'> => ({ buildId, runs });
