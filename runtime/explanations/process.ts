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
  encryption_keys_invalid: {
    sample: { position: 2, problem: 'is not 32 bytes in base64' },
    why: `\`WORKFLOW_ENCRYPTION_KEYS\` is a list of keys with names. The first one encrypts new values, and all of them decrypt.
Each key has 32 bytes, and a name of its own that never changes, because each stored value names its key. The message never
shows a part of a key.`,
    wrong: { sh: "WORKFLOW_ENCRYPTION_KEYS='my password' node server.js" },
    right: {
      sh: 'WORKFLOW_ENCRYPTION_KEYS="k1:$(openssl rand -base64 32)"   # once; keep it where you keep your secrets',
    },
    see: ['secrets', 'settings'],
  },
  encryption_keys_missing: {
    why: `\`workflow reencrypt\` and \`getWorld().reencrypt()\` bring all values of a store to the first key of
\`WORKFLOW_ENCRYPTION_KEYS\`. Without keys they can neither encrypt values nor decrypt those that are encrypted.`,
    wrong: { sh: 'workflow reencrypt' },
    right: { sh: 'WORKFLOW_ENCRYPTION_KEYS="k2:$NEW,k1:$OLD" workflow reencrypt' },
    see: ['secrets', 'encryption_keys_invalid'],
  },
  encryption_required: {
    why: `\`workflow reencrypt\` has noted in this store that all its values are encrypted. A plain value would be refused by all
processes that have the keys (\`value_altered\`). So whoever has no key cannot start runs or send payloads. Nothing was stored.`,
    wrong: { sh: 'node send.js   # the servers have WORKFLOW_ENCRYPTION_KEYS' },
    right: { sh: 'WORKFLOW_ENCRYPTION_KEYS="k1:$KEY" node send.js' },
    see: ['secrets', 'value_altered'],
  },
  value_key_missing: {
    sample: { keyId: 'k1' },
    why: `Another process, or an earlier deployment, stored the value with a key that this process was not given. Nothing is lost:
runs with such values are parked with this reason, and go on in a process that has the key. Lists of runs stay readable.`,
    wrong: { sh: 'WORKFLOW_ENCRYPTION_KEYS="k2:$NEW" node server.js   # values of k1 are still there' },
    right: {
      sh: 'WORKFLOW_ENCRYPTION_KEYS="k2:$NEW,k1:$OLD" node server.js\nworkflow reencrypt   # until it says that k1 is not needed',
    },
    see: ['secrets', 'value_altered'],
  },
  value_altered: {
    sample: { keyId: 'k1' },
    why: `Each encrypted value is bound to its run and to its place in it, and carries a check of itself. It fails when the value
was cut off or changed, when it was copied from another run, or when the name belongs to another key than before. After
\`workflow reencrypt\` has found all values encrypted, and with \`only\` in front of the keys, a plain value is refused, too.
Runs with such values are parked with this reason.`,
    wrong: { sh: 'WORKFLOW_ENCRYPTION_KEYS="k1:$ANOTHER_KEY" node server.js' },
    right: { sh: 'WORKFLOW_ENCRYPTION_KEYS="k2:$ANOTHER_KEY,k1:$KEY" node server.js' },
    see: ['secrets', 'value_key_missing'],
  },
  role_without_build: {
    why: `\`WORKFLOW_ROLE=worker\` says that this process is there to work on runs. Without a build it could only put runs into
the store, where they would wait for somebody else. So it neither starts nor takes \`start()\`. Leave the variable out for a
process that does whatever it can, and set it to \`producer\` for one that only starts runs.`,
    wrong: { sh: 'WORKFLOW_ROLE=worker node --import workflow/register script.ts   # no createHandler()' },
    right: { sh: 'WORKFLOW_ROLE=worker npx workflow worker' },
    see: ['settings', 'setting_invalid'],
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
  host_without_store: {
    sample: { host: 'Vercel' },
    why: `The embedded store is a file. On a host that runs an application as functions, each function has a disk of its
own, which is lost when it ends: a run would be lost with it, and no other function would know of it. So nothing is started
there. A store in PostgreSQL is shared by all functions. A folder that all of them mount may be named.`,
    right: { sh: 'WORKFLOW_WORLD=postgres\nDATABASE_URL=postgres://app:secret@db.example.com:5432/shop' },
    see: ['platform_world_unshared', 'postgres', 'settings'],
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
    why: `A request to the flow or step route is signed, so it comes from one of your own processes, but the route cannot read its
body: the sender may run another version of the package. A request to a route of the operations must be one JSON object, with
the header \`Content-Type: application/json\`. Nothing was done.`,
    see: ['request_unsigned'],
  },
  request_too_large: {
    sample: { bytesMax: 16_777_216 },
    why: `The body of a webhook call becomes a payload in the journal, so it is limited to 16 MiB. Store larger data elsewhere
and send its address. The operations have the same limit. Bodies on the flow and step
routes hold ids and are limited to 64 KiB. The answer is 413, and nothing
was delivered.`,
    wrong: { sh: 'curl --data-binary @film.mp4 "$WEBHOOK_URL"' },
    right: { sh: `curl --json '{ "film": "https://files.example.com/film.mp4" }' "$WEBHOOK_URL"` },
    see: ['waiting'],
  },
  request_method: {
    sample: { allowed: 'POST' },
    why: `The route exists, but not for this method; the header \`Allow\` names the supported ones. Webhooks accept all methods.`,
  },
  setting_operations_tokens_invalid: {
    sample: { position: 1, problem: 'has a token of 8 characters, fewer than 32' },
    why: `Whoever has a token may see or change runs, and anybody can try tokens by sending requests. So a short one is refused,
and so is one whose scopes are misspelled. An entry is a name for the log, scopes with \`+\` between them (\`read\`, \`act\`,
\`values\`), and the token. The message never shows a part of it.`,
    wrong: { sh: 'WORKFLOW_OPERATIONS_TOKENS=ops:read:hunter22 node server.js' },
    right: { sh: 'WORKFLOW_OPERATIONS_TOKENS=ops:read+act:$(openssl rand -hex 32) node server.js' },
    see: ['settings', 'operations_token_wrong'],
  },
  operations_token_wrong: {
    why: `The routes of the operations take only tokens of \`WORKFLOW_OPERATIONS_TOKENS\`, in the header \`Authorization\`. This
request has none, or one that was never in the list or was taken out of it. Nothing was done.`,
    wrong: { sh: 'workflow runs --url https://example.com' },
    right: { sh: 'WORKFLOW_OPERATIONS_TOKEN=… workflow runs --url https://example.com' },
    see: ['settings', 'operations_scope_missing'],
  },
  operations_scope_missing: {
    sample: { name: 'ops', verb: 'cancel', scope: 'act' },
    why: `A token allows what its scopes say. \`read\` lists and shows runs, \`act\` changes them, and \`values\` also shows arguments,
results, payloads and streams. Nothing was done.`,
    wrong: { sh: 'WORKFLOW_OPERATIONS_TOKENS="ops:read:$TOKEN" node server.js' },
    right: { sh: 'WORKFLOW_OPERATIONS_TOKENS="ops:read+act:$TOKEN" node server.js' },
    see: ['settings', 'operations_token_wrong'],
  },
  operations_verb_unknown: {
    sample: { found: 'stop', known: 'cancel, pause, resume' },
    why: `The last part of the path is the name of an operation. \`GET …/operations/openapi.json\` describes all of them.`,
    see: ['operations_token_wrong'],
  },
  operations_unreachable: {
    sample: { url: 'https://example.com', reason: 'ECONNREFUSED' },
    why: `No answer came from the application. Nothing was done if the connection could not be made, as with
\`ECONNREFUSED\`. If it broke later, the operation may have been done: look before you repeat it.`,
    wrong: { sh: 'workflow runs --url https://exmaple.com' },
    right: { sh: 'workflow runs --url https://example.com' },
    see: ['operations_not_served'],
  },
  operations_not_served: {
    sample: { url: 'https://example.com', status: 404 },
    why: `Something answered, but not the route of the operations. With 404 the application has no
\`WORKFLOW_OPERATIONS_TOKENS\`, or it is mounted below another path. With another status a proxy or a log-in page may stand
before it.`,
    wrong: { sh: 'workflow runs --url https://example.com   # the application is at /shop' },
    right: { sh: 'workflow runs --url https://example.com/shop' },
    see: ['settings', 'operations_unreachable'],
  },
  entry_not_found: {
    sample: { kind: 'event', id: 'evnt_01KAV8Q0M3X8Y5N6P7Q8R9S0T1_99' },
    why: `\`getWorld().events.get()\` and \`getWorld().hooks.get()\` take the ids that the lists give: \`eventId\` and \`hookId\`. Hooks that
were disposed or answered, and those of ended runs, are not listed any more; their events are.`,
    see: ['step_not_found'],
  },
  step_not_found: {
    sample: { stepId: 'step_01K8Z6Q4M0V5T3R7N9B2C4D6F8_3' },
    why: `A signed request to the step route named a step call that the journal of the run does not have. The runtime itself
makes such requests, so this one was sent again after the run had changed, or was made by hand.`,
    see: ['request_malformed'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
