/**
 * Answers `workflow check --against <address>`: which builds have runs here. It takes the path of webhooks, which every
 * host routes. Without a valid signature the answer is that of an unknown webhook.
 */
import { readDeployedBuilds } from './deployed-builds.ts';
import { getRuntime } from '../api/runtime.ts';
import { ROUTES } from '../contract/routes.ts';
import type { SignedContent } from './signature.ts';
import { isTrusted } from './trust.ts';

/** The token that asks for the builds. */
export const DEPLOYMENTS_TOKEN = 'workflow-deployments';

/** The part of such a request that is signed. */
export const contentOfDeployments: SignedContent = { method: 'GET', route: ROUTES.webhook, body: DEPLOYMENTS_TOKEN };

/** @param token The decoded token. @returns `null`: the request asks for something else. */
export async function answerDeployments(token: string, request: Request): Promise<Response | null> {
  if (token !== DEPLOYMENTS_TOKEN || request.method !== 'GET') return null;
  if (!(await isTrusted(request, contentOfDeployments))) return null;
  const { world, builds } = await getRuntime().connect();
  const deployed = await readDeployedBuilds(world, builds.currentId);
  return Response.json(deployed, { headers: { 'Cache-Control': 'no-store' } });
}
