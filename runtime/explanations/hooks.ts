/** Hooks and webhooks. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors of hooks and webhooks. */
export const hookExplanations = {
  hook_conflict: {
    sample: { token: 'approval', heldBy: RUN },
    why: `A token belongs to one active hook, because a payload must go to one run. Awaiting the second hook rejects with this
error (\`HookConflictError\`); \`await hook.getConflict()\` reports it without throwing. Include in the token what distinguishes
the runs. A token is free again when its hook is disposed or its run has ended.`,
    wrong: code`
      import { createHook } from 'workflow';

      export async function approval(orderId: string) {
        'use workflow';
        await createHook({ token: 'approval' }); // the same for every order
      }
    `,
    right: code`
      import { createHook } from 'workflow';

      export async function approval(orderId: string) {
        'use workflow';
        await createHook({ token: 'approval:' + orderId });
      }
    `,
    see: ['waiting', 'hook_token_invalid'],
  },
  hook_id_invalid: {
    sample: { found: '0 characters' },
    why: `A sender gives a payload an id so that it may send it again when it got no answer. An empty id is a mistake, mostly a
missing value: two payloads would count as one. The id of a webhook's payload comes in the header \`Idempotency-Key\`.`,
    wrong: code`
      await resumeHook(token, payload, { id: '' });
    `,
    right: code`
      await resumeHook(token, payload, { id: event.id });
    `,
    see: ['hook_id_reused'],
  },
  hook_id_reused: {
    sample: { id: 'evt_17', runId: RUN },
    why: `For seven days, an id stands for the payload that came with it first. The same payload under the same id gets the
first answer; another one is refused, because answering it as if it had been delivered would lose it. Of a webhook's request,
method, query and body count, and its headers do not. Over HTTP the status is 422.`,
    wrong: code`
      await resumeHook(token, { paid: 10 }, { id: 'order-7' });
      await resumeHook(token, { paid: 20 }, { id: 'order-7' }); // not a repetition
    `,
    right: code`
      await resumeHook(token, { paid: 10 }, { id: 'order-7/payment-1' });
      await resumeHook(token, { paid: 20 }, { id: 'order-7/payment-2' });
    `,
    see: ['hook_id_invalid', 'hook_not_found'],
  },
  hook_token_invalid: {
    sample: { found: '0 characters' },
    why: `Anyone who knows the token can resume the run, so an empty token is a mistake, mostly a missing value. Without a
token option the hook gets an unguessable token, which is then \`hook.token\`.`,
    wrong: code`
      const hook = createHook({ token: '' });
    `,
    right: code`
      const hook = createHook();
      await mailLink(hook.token);
      await hook;
    `,
    see: ['waiting'],
  },
  hook_disposed: {
    sample: { token: 'approval:17' },
    why: `\`dispose()\` closes the hook and frees its token. From then on payloads are refused, and pending awaits reject with this
error. With \`using\`, a hook is disposed when its block ends.`,
    wrong: code`
      const hook = createHook({ token: 'approval:17' });
      hook.dispose();
      const payload = await hook;
    `,
    right: code`
      const hook = createHook({ token: 'approval:17' });
      const payload = await hook;
      hook.dispose();
    `,
    see: ['waiting'],
  },
  hook_not_found: {
    why: `No active hook has this token (\`HookNotFoundError\`). Most likely the run has not reached \`createHook()\` yet: right
after \`start()\`, or while a step before it is still under way. Make the hook first and let the workflow send its token to
the one who answers; payloads that come before the \`await\` are kept. A sender of which you have no control sends again
later: \`error instanceof HookNotFoundError\` tells this refusal from others. Otherwise the run has disposed the hook or has
ended, the hook takes one payload (\`once: true\`) and has received it, or this process uses another store.`,
    wrong: code`
      await start(approval, [orderId]);
      await resumeHook('approval:' + orderId, { approved: true }); // perhaps too early
    `,
    right: code`
      import { createHook } from 'workflow';

      export async function approval(orderId: string) {
        'use workflow';
        const hook = createHook<{ approved: boolean }>({ token: 'approval:' + orderId });
        await askForApproval(hook.token);
        return (await hook).approved;
      }

      async function askForApproval(token: string) {
        'use step';
        return token;
      }
    `,
    see: ['hooks', 'waiting'],
  },
  hook_payload_invalid: {
    sample: { issues: 'approved: expected boolean' },
    why: `The hook was made with \`defineHook({ schema })\`, and \`resume()\` checks a payload before it is delivered. So the run
never gets a wrong payload and keeps waiting, and the sender learns what is wrong.`,
    wrong: code`
      await approvalHook.resume(token, { approved: 'yes' });
    `,
    right: code`
      await approvalHook.resume(token, { approved: true });
    `,
    see: ['waiting'],
  },
  webhook_reply_invalid: {
    sample: { found: 'number' },
    why: `\`respondWith\` sets the answer for callers of the webhook: a \`Response\` is sent each time, \`'manual'\` makes the caller
wait until the workflow answers, and without it the caller gets an empty 202. A status alone is not supported.`,
    wrong: code`
      const webhook = createWebhook({ respondWith: 200 });
    `,
    right: code`
      const webhook = createWebhook({ respondWith: new Response('thanks') });
    `,
    see: ['waiting', 'webhook_reply_not_manual'],
  },
  webhook_headers_invalid: {
    sample: { found: 'string' },
    why: `Headers that are known to hold credentials are masked before a request is stored. A webhook that checks one of them
itself names it in \`keepHeaders\`, which is a list. The header is then stored with the request.`,
    wrong: code`
      const request = await createWebhook({ keepHeaders: 'authorization' });
    `,
    right: code`
      const request = await createWebhook({ keepHeaders: ['authorization'] });
    `,
    see: ['waiting'],
  },
  webhook_reply_not_manual: {
    why: `The caller of this webhook got its answer when the request was stored, before the workflow saw it. Only a webhook with
\`respondWith: 'manual'\` makes its callers wait, for at most \`WORKFLOW_REPLY_LIMIT_MS\`.`,
    wrong: code`
      const request = await createWebhook();
      await request.respondWith(Response.json({ ok: true }));
    `,
    right: code`
      const request = await createWebhook({ respondWith: 'manual' });
      await request.respondWith(Response.json({ ok: true }));
    `,
    see: ['waiting', 'webhook_reply_invalid'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
