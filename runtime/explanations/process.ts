/** Settings, the runtime of a process, its store, and the HTTP routes. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors of settings, of the runtime of a process, and of its routes. */
export const processExplanations = {
  setting_invalid: {
    sample: { name: 'WORKFLOW_CONCURRENCY', found: 'many', expected: 'a whole number from 1 to 100000' },
    why: `The runtime reads its settings from the environment when it is first used. It refuses an invalid setting, because a
guess might put runs into the wrong store or make them less durable than you expect. An empty value counts as not set.`,
    wrong: { sh: 'WORKFLOW_CONCURRENCY=many node server.js' },
    right: { sh: 'WORKFLOW_CONCURRENCY=20 node server.js' },
    see: ['settings'],
  },
  setting_secret_short: {
    sample: { place: 1, length: 8, lengthMin: 32 },
    why: `Whoever knows the secret may wake runs, and anybody can try secrets by sending requests. So a short one is refused.
\`WORKFLOW_SECRET\` may be a list: the first secret signs, and each of them is accepted, so that a secret can be replaced
without a pause. A secret of your own must not hold a comma.`,
    wrong: { sh: 'WORKFLOW_SECRET=hunter22 node server.js' },
    right: { sh: 'WORKFLOW_SECRET=$(openssl rand -hex 32) node server.js' },
    see: ['settings', 'request_unsigned'],
  },
  runtime_version_differs: {
    sample: {
      first: { version: '0.1.0', place: '/app/node_modules/workflow' },
      own: { version: '0.2.0', place: '/app/node_modules/jobs/node_modules/workflow' },
    },
    why: `A process has one runtime: the first copy of the package that is loaded makes it, and other copies use it. With two
versions, code of one uses the runtime of the other, which may lack what it needs. The warning appears once, with both paths.
Several copies of one version are fine.`,
    wrong: { sh: 'npm install workflow@0.1.0 jobs   # jobs brings workflow 0.2.0' },
    right: { sh: 'npm install workflow@0.2.0 jobs\nnpm dedupe' },
  },
  runtime_closed: {
    sample: {},
    why: `\`getWorld().close()\` was called, or the server is shutting down, and something still uses the runtime: a late request,
or somebody who waits for a result or reads a stream. Nothing is lost: runs continue in other processes, and here after
\`getWorld().start()\`. Ask again for a result. Read a stream on from the \`nextIndex\` of the error.`,
    wrong: code`
      await getWorld().close();
      await start(order, ['o-1']);
    `,
    right: code`
      await start(order, ['o-1']);
      await getWorld().close();
    `,
    see: ['starting'],
  },
  store_unavailable: {
    why: `A route could not reach the store and answered 503 with \`Retry-After\`. Callers get no details. The log line
\`request_failed\` of the same moment has the error, mostly one that begins with \`world_\`. Senders of webhooks only need to
retry.`,
    see: ['world_disk_full', 'world_file_busy', 'world_io_failed'],
  },
  journal_invalid: {
    sample: { runId: RUN, seq: 9, reason: 'it follows event 7' },
    why: `The events of this run contradict each other. This package does not write such a journal: the store was changed by
other means, it was only partly restored, or there is a defect. The run is left alone, and all other runs continue.`,
    see: ['world_file_corrupt'],
  },
  request_unsigned: {
    why: `The flow and step routes wake runs, so only your own processes may call them. Each request carries a signature, made
with the secret of the store or with \`WORKFLOW_SECRET\`. A request is refused when the secrets differ, when its method,
route or body was changed on the way, or when the clocks of the two machines differ by more than five minutes. Nothing happened.`,
    wrong: { sh: `curl -X POST https://example.com/.well-known/workflow/v1/flow -d '{"runId":"${RUN}"}'` },
    right: { sh: 'WORKFLOW_SECRET=… node server.js   # the same on each machine' },
    see: ['settings', 'cron_secret_wrong', 'program'],
  },
  cron_secret_wrong: {
    why: `A host that halts processes between requests wakes runs with a cron call: a \`GET\` on the flow route with
\`CRON_SECRET\`. This call has no such header, or a different secret. The hosting platform sends the header by itself if the
project has the variable.`,
    wrong: { sh: 'curl https://example.com/.well-known/workflow/v1/flow' },
    right: {
      sh: 'curl -H "Authorization: Bearer $CRON_SECRET" https://example.com/.well-known/workflow/v1/flow',
    },
    see: ['settings', 'platform_cron_secret_missing'],
  },
  request_malformed: {
    sample: { expected: '{ "runId": "wrun_…" }' },
    why: `The request is signed, so it comes from one of your own processes, but the route cannot read its body. Bodies of these
routes hold only ids, never code or arguments. The sender may run another version of the package.`,
    see: ['request_unsigned'],
  },
  request_too_large: {
    sample: { bytesMax: 16_777_216 },
    why: `The body of a webhook call becomes a payload in the journal, so it is limited to 16 MiB. Store larger data elsewhere
and send its address. Bodies on the flow and step routes hold ids and are limited to 64 KiB. The answer is 413, and nothing
was delivered.`,
    wrong: { sh: 'curl --data-binary @film.mp4 "$WEBHOOK_URL"' },
    right: { sh: `curl --json '{ "film": "https://files.example.com/film.mp4" }' "$WEBHOOK_URL"` },
    see: ['waiting'],
  },
  request_method: {
    sample: { allowed: 'POST' },
    why: `The route exists, but not for this method; the header \`Allow\` names the supported ones. Webhooks accept all methods.`,
  },
  step_not_found: {
    sample: { stepId: 'step_01K8Z6Q4M0V5T3R7N9B2C4D6F8_3' },
    why: `A signed request to the step route named a step call that the journal of the run does not have. The runtime itself
makes such requests, so this one was sent again after the run had changed, or was made by hand.`,
    see: ['request_malformed'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
