/** The builds to compare with: of a folder, of a store, or of a running application. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MANIFEST_FILE } from '../../../compiler/build/output-files.ts';
import { readManifest } from '../../../integrations/shared/load-build.ts';
import { type Deployed, type DeployedBuild, readDeployedBuilds } from '../../../runtime/http/deployed-builds.ts';
import { WorkflowError } from '../../../runtime/contract/errors.ts';
import { ROUTES, SIGNATURE_HEADER } from '../../../runtime/contract/routes.ts';
import { contractsOf } from '../../../runtime/contract/code-contracts.ts';
import { contentOfDeployments, DEPLOYMENTS_TOKEN } from '../../../runtime/http/deployments-route.ts';
import { signContent } from '../../../runtime/http/signature.ts';
import { findSecret } from '../../program/application-secret.ts';
import { namesStore, withStore } from '../../program/chosen-store.ts';
import type { GivenArguments } from '../../program/command.ts';
import { cliError } from '../../program/messages.ts';
import type { ComparedBuilds } from './compare-builds.ts';

const ANSWER_LIMIT_MS = 30_000;

/**
 * @param target Folder of a build, folder of a store, or address of an application or a database. With a build,
 *   `--data-dir` or `--database` names the store whose runs count.
 * @throws `cli_against_unreadable`, `cli_secret_missing`.
 */
export async function readDeployed(target: string, given: GivenArguments): Promise<ComparedBuilds> {
  if (/^https?:\/\//.test(target)) return await askApplication(target, given);
  if (/^postgres(?:ql)?:\/\//.test(target))
    return await readStore('the database', withOption(given, 'database', target));
  const dir = resolve(target);
  if (existsSync(join(dir, MANIFEST_FILE))) {
    const build = await readBuild(dir);
    const deployed = namesStore(given) ? await readStore('the store', given) : null;
    if (!deployed) return { builds: [{ ...build, runs: null }], pending: [] };
    const { builds, pending } = deployed;
    // Other builds have runs, too.
    const others = builds.filter(({ buildId }) => buildId !== build.buildId);
    const runs = builds.find(({ buildId }) => buildId === build.buildId)?.runs ?? [];
    return { builds: [{ ...build, runs }, ...others], pending };
  }
  return await readStore(dir, withOption(given, 'data-dir', dir));
}

const withOption = (given: GivenArguments, name: string, value: string): GivenArguments => ({
  ...given,
  options: new Map([[name, value]]),
});

async function readBuild(dir: string): Promise<Omit<DeployedBuild, 'runs'>> {
  const manifest = await readManifest(dir);
  return { buildId: manifest.buildId, contracts: contractsOf(manifest) };
}

/** @param name The name of the store in messages. */
async function readStore(name: string, given: GivenArguments): Promise<Deployed> {
  try {
    return await withStore(given, false, (world) => readDeployedBuilds(world, null));
  } catch (error) {
    const isMissing = WorkflowError.is(error) && error.code === 'world_store_missing';
    throw unreadable(name, isMissing ? 'it holds neither a build nor a store' : reasonOf(error), error);
  }
}

async function askApplication(target: string, given: GivenArguments): Promise<Deployed> {
  const secret = await findSecret(given);
  const url = `${target.replace(/\/+$/, '')}${ROUTES.webhook}/${DEPLOYMENTS_TOKEN}`;
  const signature = signContent(contentOfDeployments, { secret, nowMs: Date.now() });
  const init = { headers: { [SIGNATURE_HEADER]: signature }, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) };
  const answer = await fetch(url, { ...init, redirect: 'manual' }).catch((error: unknown) => {
    throw unreadable(target, `it does not answer (${reasonOf(error)})`, error);
  });
  if (answer.status === 404) {
    throw unreadable(target, 'it has another WORKFLOW_SECRET, or a version of "workflow" without this request');
  }
  if (!answer.ok) throw unreadable(target, `it answers ${answer.status}`);
  try {
    // Earlier versions do not tell which runs have not begun.
    return { pending: [], ...((await answer.json()) as { builds: DeployedBuild[] }) };
  } catch (error) {
    throw unreadable(target, 'something else than the application answers', error);
  }
}

const unreadable = (target: string, reason: string, cause?: unknown): Error =>
  cliError('cli_against_unreadable', { target, reason }, cause);

/** `fetch` puts the reason into the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? message;
}
