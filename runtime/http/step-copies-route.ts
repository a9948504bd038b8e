/**
 * Answers `workflow doctor <address>`: which files of the project the steps have a copy of. It takes the path of
 * webhooks, which every host routes. Without a valid signature the answer is that of an unknown webhook.
 */
import { getStepCopies } from '../api/step-copies.ts';
import { ROUTES } from '../contract/routes.ts';
import type { SignedContent } from './signature.ts';
import { isTrusted } from './trust.ts';

/** The token that asks for the files. */
export const STEP_COPIES_TOKEN = 'workflow-step-copies';

/** The part of such a request that is signed. */
export const contentOfStepCopies: SignedContent = { method: 'GET', route: ROUTES.webhook, body: STEP_COPIES_TOKEN };

/** @param token The decoded token. @returns `null`: the request asks for something else. */
export async function answerStepCopies(token: string, request: Request): Promise<Response | null> {
  if (token !== STEP_COPIES_TOKEN || request.method !== 'GET') return null;
  if (!(await isTrusted(request, contentOfStepCopies))) return null;
  return Response.json({ files: getStepCopies() }, { headers: { 'Cache-Control': 'no-store' } });
}
