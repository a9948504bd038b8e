/** The catalogue of the runtime: errors that users get from `workflow`, `workflow/api` and the routes. */
import { defineErrors } from './errors.ts';
import { nameOf, placedNameOf } from './ids.ts';
import { parametersText } from './parameters.ts';
import type { ContractMisfit } from './code-contracts.ts';

/** The places of a function in the build of a run, and in this build. */
interface FunctionPlaces {
  /** Left out for a step that was passed as a value: it may come from any build. */
  own?: string;
  found: string;
  misfit: ContractMisfit;
}

const quotedList = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

function misfitText(misfit: ContractMisfit, own: string | undefined): string {
  const build = `the run's own build (${own})`;
  switch (misfit.kind) {
    case 'code':
      return `may be another function than the one of that id in ${build}: the id is a matter of order`;
    case 'exchanged':
      return `is another function than the one of that id in ${build}: its text is that of ${placedNameOf(misfit.was)} there`;
    case 'captures': {
      const calls = own === undefined ? 'this call does' : `calls of ${build} do`;
      return `uses ${quotedList(misfit.missing)} of the code around it, which ${calls} not bring along`;
    }
    case 'parameters':
      return `takes ${parametersText(misfit.taken)}, and calls of ${build} give ${parametersText(misfit.given)}`;
    case 'types':
      return `takes ${misfit.taken} as "${misfit.at}", and calls of ${build} give ${misfit.given}`;
    case 'result':
      return `gives ${misfit.given} as "${misfit.at}", and callers in ${build} expect ${misfit.taken}`;
  }
}

const stepOrCode = (stepName: string | null): string =>
  stepName === null ? 'Step code' : `The step ${placedNameOf(stepName)}`;

const MISFIT_FIXES: Readonly<Record<ContractMisfit['kind'], string>> = {
  code: 'deploy a build that has the old function, with its text as it was; give other functions of its name names of their own.',
  exchanged:
    'deploy a build where each of the two functions has the name or the text that it had; the run then continues.',
  captures:
    'deploy a build where the step uses no more variables than before, under the same names; the run then continues.',
  parameters:
    'deploy a build where the parameters keep their names and places, and new ones have a default value; the run then continues.',
  types:
    'deploy a build where values of before still fit: fields and members of enums keep their names and values, and new fields may be left out; the run then continues.',
  result: 'deploy a build where the step gives all that it gave before; the run then continues.',
};

/** Makes an error of the runtime. Messages name functions as their authors do; their parameters are ids. */
export const runtimeError = defineErrors({
  workflow_called_directly: {
    message: (p: { workflowId: string }) =>
      `The workflow "${nameOf(p.workflowId)}" was called directly, so it would not run durably.`,
    fix: (p) => `call start(${nameOf(p.workflowId)}, [arguments]), with start from "workflow/api".`,
  },
  start_not_a_workflow: {
    message: (p: { found: string; isStep?: boolean | undefined; wraps?: string; line?: string | undefined }) =>
      `start() needs a workflow function, but got ${p.found}.`,
    fix: ({ isStep = false, wraps, line = '(by the framework module or the bundler plugin)' }) =>
      wraps !== undefined
        ? `start "${wraps}", and move what is around it into the workflow or a step.`
        : isStep
          ? 'start a workflow that calls the step.'
          : `begin the function with 'use workflow', and have its file compiled${line.startsWith('(') ? ' ' : ': '}${line}.`,
  },
  runtime_version_differs: {
    message: ({ first, own }: Record<'first' | 'own', { version: string; place: string }>) =>
      `This process loaded two versions of "workflow": ${first.version} (${first.place}), whose runtime both use, and ${own.version} (${own.place}).`,
    fix: () => 'install one version: see `npm ls workflow`, then run `npm dedupe`.',
  },
  start_arguments_not_array: {
    message: (p: { found: string }) => `start() takes the workflow's arguments as an array, but got ${p.found}.`,
    fix: () => 'write start(workflow, [first, second]).',
  },
  start_option_invalid: {
    message: (p: { option: string; found: string; expected: string }) =>
      `The option ${p.option} of start() must be ${p.expected}, but is ${p.found}.`,
    fix: (p) => `correct ${p.option}; nothing was started.`,
  },
  start_option_in_workflow: {
    message: (p: { option: string }) => `The option ${p.option} of start() cannot be used inside a workflow.`,
    fix: () => 'leave it out (a replay never starts the child again), or call start() in a step.',
  },
  start_id_taken: {
    message: (p: { id: string; runId: string }) => `The id "${p.id}" belongs to the run "${p.runId}".`,
    fix: () => "use another id, or onConflict: 'attach' to get that run, or 'replace' to cancel it.",
  },
  continue_arguments_not_array: {
    message: (p: { found: string }) => `continueAs() takes the workflow's arguments as an array, but got ${p.found}.`,
    fix: () => 'write continueAs([first, second]).',
  },
  patch_id_invalid: {
    message: (p: { found: string }) => `patched() takes a name for the change, but got ${p.found}.`,
    fix: () => "pass a constant text, such as patched('charge-in-euro').",
  },
  fork_step_unknown: {
    message: (p: { runId: string; stepId: string }) => `The run "${p.runId}" has no step call "${p.stepId}".`,
    fix: () => 'use a stepId from listSteps(runId).',
  },
  fork_diverged: {
    message: (p: { runId: string; seq: number }) =>
      `The code no longer asks for event ${p.seq} of the run "${p.runId}", so its history cannot be kept.`,
    fix: () => "use the run's own code (build: 'same'), or fork from an earlier step (fromStep).",
  },
  fork_hook_taken: {
    message: (p: { token: string; heldBy: string }) =>
      `The copy would need the hook token "${p.token}", which the run "${p.heldBy}" holds.`,
    fix: () => 'cancel that run first, or fork from a step before the hook.',
  },
  run_retry_futile: {
    message: (p: { runId: string }) =>
      `The run "${p.runId}" failed in its workflow, not in a step, so the same code would fail again.`,
    fix: () => 'deploy fixed code first, or use fork() with other input or results.',
  },
  wait_id_invalid: {
    message: (p: { runId: string; id: string }) => `"${p.id}" is not the id of a sleep of the run "${p.runId}".`,
    fix: () => 'use an id from listWaits(runId), or leave the ids out to end all sleeps.',
  },
  run_id_invalid: {
    message: (p: { runId: string }) => `"${p.runId}" is not a run id.`,
    fix: () => 'pass the runId that start() returned: "wrun_" and 26 characters.',
  },
  run_not_found: {
    message: (p: { runId: string }) => `There is no run "${p.runId}" in this store.`,
    fix: () => 'check the id, and that this process uses the store in which the run was started.',
  },
  run_failed: {
    message: (p: { runId: string; reason: string }) => `The run "${p.runId}" failed: ${p.reason}`,
    fix: () => 'see `cause`, the error that the workflow threw.',
  },
  run_cancelled: {
    message: (p: { runId: string; reason?: string | undefined }) =>
      `The run "${p.runId}" was cancelled${p.reason ? `: ${p.reason.replace(/\.$/, '')}` : ''}.`,
  },
  run_timed_out: {
    message: (p: { runId: string }) => `The run "${p.runId}" did not end within its time.`,
    fix: () => 'give start() a longer timeout, or find out what the run waited for: see its steps.',
  },
  run_journal_full: {
    message: (p: { runId: string; eventsMax: number }) =>
      `The run "${p.runId}" was ended, because its journal has ${p.eventsMax} events, which is the limit.`,
    fix: () => 'let the workflow begin anew now and then with continueAs(), or divide the work among children.',
  },
  stream_index_invalid: {
    message: (p: { found: string }) => `The startIndex of a stream must be a whole number, but is ${p.found}.`,
    fix: () => 'pass the index of the first chunk to read, or a negative number to count from the end.',
  },
  stream_closed: {
    message: (p: { runId: string; namespace: string | undefined }) =>
      `The ${p.namespace === undefined ? 'default stream' : `stream "${p.namespace}"`} of the run "${p.runId}" is closed and takes no more chunks.`,
    fix: () => 'write to another namespace, or pass { preventClose: true } to the pipeTo() that closed it.',
  },
  run_already_ended: {
    message: (p: { runId: string; status: string }) => `The run "${p.runId}" has already ended (${p.status}).`,
    fix: () => 'do nothing: an ended run never changes.',
  },
  run_diverged: {
    message: (p: { runId: string; seq: number; expected: string; found: string; place: string | undefined }) =>
      `The code of the run "${p.runId}" no longer fits its journal: at event ${p.seq} the journal has ${p.expected}, the code asked for ${p.found}${p.place ? ` at ${p.place}` : ''}.`,
    fix: () => 'deploy code that asks for the same steps, sleeps and hooks in the same order.',
  },
  run_replay_stuck: {
    message: (p: { runId: string; seq: number; limitMs: number }) =>
      `The replay of the run "${p.runId}" was stopped at event ${p.seq}: the workflow code did not wait or end within ${p.limitMs} ms.`,
    fix: () => 'look for a loop that does not end, or raise WORKFLOW_TURN_LIMIT_MS.',
  },
  run_behaviour_newer: {
    message: (p: { runId: string; behaviour: number; known: number }) =>
      `The journal of the run "${p.runId}" has behaviour version ${p.behaviour}, and this version of "workflow" knows up to ${p.known}.`,
    fix: () => 'update "workflow" in this process to the version that wrote the run; the run then goes on.',
    facts: ({ behaviour, known }) => ({ runSpecVersion: behaviour, worldSpecVersion: known }),
  },
  run_event_unknown: {
    message: (p: { runId: string; seq: number; type: string; known: number }) =>
      `Event ${p.seq} of the run "${p.runId}" is of a kind (${p.type}) that this version of "workflow" does not know.`,
    fix: () => 'update "workflow" in this process to the version that wrote the run; the run then goes on.',
    facts: ({ known }) => ({ runSpecVersion: undefined, worldSpecVersion: known }),
  },
  workflow_code_missing: {
    message: (p: { workflowId: string; buildId: string }) =>
      `The workflow ${placedNameOf(p.workflowId)} is not in the build "${p.buildId}".`,
    fix: () =>
      'import its file where the application is built or loaded, or name its folder in "dirs", and deploy that build; the runs that wait for it then continue.',
    facts: ({ workflowId }) => ({ workflowName: workflowId }),
  },
  workflow_code_differs: {
    message: ({ workflowId, own, found, misfit }: FunctionPlaces & { workflowId: string }) =>
      `The workflow ${placedNameOf(workflowId)} of that build (${found}) ${misfitText(misfit, own)}.`,
    fix: () =>
      'move the run to a build whose workflow takes the arguments that it was started with, or start a new run.',
  },
  bundle_missing: {
    message: (p: { buildId: string }) =>
      `The workflow code of the build "${p.buildId}" is neither in this process nor in the store.`,
    fix: () => 'deploy that build again, or name another one.',
  },
  step_code_missing: {
    message: (p: { stepName: string }) => `The step ${placedNameOf(p.stepName)} is not in this build.`,
    fix: () => 'deploy a build that has this step; the runs that wait for it then continue.',
    facts: ({ stepName }) => ({ stepName }),
  },
  step_class_unknown: {
    message: (p: { stepName: string; className: unknown }) =>
      `The static step ${placedNameOf(p.stepName)} was called on "${String(p.className)}", a class that the steps do not know.`,
    fix: () => 'declare the class in the file of the step, or call the step on the class that declares it.',
  },
  step_code_differs: {
    message: ({ stepName, own, found, misfit }: FunctionPlaces & { stepName: string }) =>
      `The step ${placedNameOf(stepName)} of this build (${found}) ${misfitText(misfit, own)}.`,
    fix: ({ misfit }) => MISFIT_FIXES[misfit.kind],
  },
  step_package_broken: {
    message: (p: { stepName: string | null; packageName: string; reason: string }) =>
      `${stepOrCode(p.stepName)} uses the package "${p.packageName}", which this process could not load: ${p.reason}.`,
    fix: () => 'install the package for this machine and version of Node, and start the process again.',
  },
  step_module_broken: {
    message: (p: { stepName: string | null; file: string; reason: string }) =>
      `${stepOrCode(p.stepName)} cannot run, because this process could not load the file "${p.file}": ` +
      `${p.reason}.`,
    fix: () =>
      'mend what the file does while it is loaded, or install what it needs for this machine (the cause of this error ' +
      'has the place), and start the process again.',
  },
  step_interrupted_too_often: {
    message: (p: { stepName: string; attempts: number }) =>
      `The step "${nameOf(p.stepName)}" was given up after ${p.attempts} attempts without an outcome: each time the worker ` +
      'that had its run was lost, because its process ended, was stopped, or was held up for too long.',
    fix: () =>
      'look in the logs for what ended or held up those processes: the step itself (memory, process.exit, an endless ' +
      'loop), or another one. Then start a new run.',
  },
  step_abandoned: {
    message: (p: { runId: string }) =>
      `This process no longer owns the run "${p.runId}", so the result of the step will not be used.`,
  },
  context_not_in_workflow: {
    message: (p: { name: string }) => `${p.name}() was called outside a workflow.`,
    fix: (p) => `call ${p.name}() in a function that begins with 'use workflow'.`,
  },
  context_not_in_step: {
    message: (p: { name: string }) => `${p.name}() was called outside a step.`,
    fix: (p) => `call ${p.name}() in a function that begins with 'use step'.`,
  },
  context_not_durable: {
    message: (p: { name: string }) => `${p.name}() was called outside a workflow or step.`,
    fix: (p) => `call ${p.name}() in a function that begins with 'use workflow' or 'use step'.`,
  },
  sandbox_import_outside: {
    message: (p: { name: string }) => `${p.name} cannot be used in a workflow.`,
    fix: () => "use it in a function that begins with 'use step'.",
  },
  hook_conflict: {
    message: (p: { token: string; heldBy: string }) => `The hook token "${p.token}" is held by the run "${p.heldBy}".`,
    fix: () => 'use another token, or dispose the other hook first.',
  },
  hook_token_invalid: {
    message: (p: { found: string }) => `A hook token must be text of 1 to 255 characters, but got ${p.found}.`,
    fix: () => 'pass such a text, or leave the token out to get an unguessable one.',
  },
  hook_disposed: {
    message: (p: { token: string }) => `The hook with the token "${p.token}" was disposed and gets no more payloads.`,
    fix: () => 'create a new hook.',
  },
  hook_not_found: {
    message: () =>
      'No hook waits with this token: most likely its run has not made it yet. Or the token is unknown, the hook is ' +
      'disposed or answered, or its run has ended.',
    fix: () => 'make the hook before the step that leads to the payload, or send it again later.',
  },
  hook_id_invalid: {
    message: (p: { found: string }) => `The id of a payload must be text of 1 to 255 characters, but is ${p.found}.`,
    fix: () => 'pass an id that names the payload and stays the same when it is sent again.',
  },
  hook_id_reused: {
    message: (p: { id: string; runId: string }) =>
      `The id "${p.id}" belongs to another payload, which was delivered to the run "${p.runId}".`,
    fix: () => 'give each payload an id of its own; nothing was delivered now.',
  },
  webhook_reply_invalid: {
    message: (p: { found: string }) => `respondWith must be a Response or 'manual', but is ${p.found}.`,
    fix: () => "pass a Response or 'manual', or leave it out for an empty 202.",
  },
  webhook_headers_invalid: {
    message: (p: { found: string }) => `keepHeaders must be a list of names of headers, but is ${p.found}.`,
    fix: () => "pass names such as ['authorization'], or leave it out.",
  },
  webhook_reply_not_manual: {
    message: () => 'respondWith() was called on the request of a webhook that is not manual.',
    fix: () => "create the webhook with createWebhook({ respondWith: 'manual' }).",
  },
  writable_not_of_run: {
    message: (p: { name: string; found: string }) =>
      `${p.name}() needs a writable stream of a run, but got ${p.found}.`,
    fix: () => 'pass what getWritable() returns, or a stream that the step got as an argument.',
  },
  /** Says nothing about the key itself. */
  encryption_keys_invalid: {
    message: (p: { position: number; problem: string }) =>
      `Entry ${p.position} of WORKFLOW_ENCRYPTION_KEYS ${p.problem}.`,
    fix: () => 'set it to <name>:<key>, with commas between entries; `openssl rand -base64 32` makes a key.',
  },
  encryption_keys_missing: {
    message: () => 'There is no key to encrypt values with: WORKFLOW_ENCRYPTION_KEYS is not set.',
    fix: () => 'set it to the keys of your servers; `plain` in front decrypts all values.',
  },
  encryption_required: {
    message: () =>
      'All values of this store are encrypted, and WORKFLOW_ENCRYPTION_KEYS has no key to encrypt another one with.',
    fix: () => 'set it to the keys of your servers; `plain` in front makes new values plain again.',
  },
  value_key_missing: {
    message: (p: { keyId: string }) =>
      `A stored value is encrypted with the key "${p.keyId}", which this process does not have.`,
    fix: (p) => `add the key "${p.keyId}" to WORKFLOW_ENCRYPTION_KEYS, behind the first one.`,
  },
  value_altered: {
    message: (p: { keyId: string }) =>
      p.keyId === ''
        ? 'A stored value is plain, in a store whose values are all encrypted: it was changed after it was stored, or a process without a key stored it.'
        : `A stored value cannot be decrypted with the key "${p.keyId}": it was changed after it was stored, or the key is another one of this name.`,
    fix: (p) =>
      p.keyId === ''
        ? 'restore the store from a backup; if it was your own process, run `workflow reencrypt --trust-plain`.'
        : 'check the key; if it is right, restore the store from a backup.',
  },
  setting_invalid: {
    message: (p: { name: string; found: string; expected: string }) =>
      `${p.name} is "${p.found}", but must be ${p.expected}.`,
    fix: (p) => `set ${p.name} to ${p.expected}, or unset it.`,
  },
  setting_secret_short: {
    message: (p: { place: number; length: number; lengthMin: number }) =>
      `Secret ${p.place} of WORKFLOW_SECRET has ${p.length} characters, but must have at least ${p.lengthMin}.`,
    fix: () => 'make one with `openssl rand -hex 32`; commas separate several secrets.',
  },
  setting_operations_tokens_invalid: {
    message: (p: { position: number; problem: string }) =>
      `Entry ${p.position} of WORKFLOW_OPERATIONS_TOKENS ${p.problem}.`,
    fix: () => 'write <name>:<scopes>:<token>, such as ops:read+act:<token>; `openssl rand -hex 32` makes a token.',
  },
  operations_token_wrong: {
    message: () => 'The request has no token of the operations, or a wrong one.',
    fix: () => 'send "Authorization: Bearer <token>" with a token of WORKFLOW_OPERATIONS_TOKENS of this server.',
  },
  operations_scope_missing: {
    message: (p: { name: string; verb: string; scope: string }) =>
      `The token "${p.name}" lacks the scope "${p.scope}", which "${p.verb}" needs here.`,
    fix: (p) =>
      p.scope === 'values'
        ? 'ask without values, or use a token that has the scope.'
        : 'use a token that has the scope.',
  },
  operations_verb_unknown: {
    message: (p: { found: string; known: string }) => `There is no operation "${p.found}".`,
    fix: (p) => `use one of ${p.known}.`,
  },
  operations_unreachable: {
    message: (p: { url: string; reason: string }) => `The application at ${p.url} cannot be reached: ${p.reason}.`,
    fix: () => 'check the address, and that the application runs; whether the operation was done is not known.',
  },
  operations_not_served: {
    message: (p: { url: string; status: number }) =>
      `The application at ${p.url} answered with the status ${p.status}, and not as the route of operations does.`,
    fix: () => 'give the address at which the application is mounted, and set WORKFLOW_OPERATIONS_TOKENS there.',
  },
  role_without_build: {
    message: () => 'WORKFLOW_ROLE is "worker", but this process has no build of workflows, so it cannot work on runs.',
    fix: () => 'start it with `workflow worker`, or add createHandler() or the adapter of your framework.',
  },
  request_unsigned: {
    message: () => 'The request has no valid signature.',
    fix: () => 'set the same WORKFLOW_SECRET on all machines; the runtime signs flow and step requests itself.',
  },
  cron_secret_wrong: {
    message: () => 'The cron call does not carry the right secret.',
    fix: () => 'send "Authorization: Bearer <secret>" with the CRON_SECRET of this server.',
  },
  request_malformed: {
    message: (p: { expected: string }) => `The request body is not ${p.expected}.`,
  },
  request_too_large: {
    message: (p: { bytesMax: number }) => `The request body is larger than ${p.bytesMax} bytes.`,
  },
  hook_payload_invalid: {
    message: (p: { issues: string }) => `The payload does not match the schema of the hook: ${p.issues}.`,
    fix: () => 'send a payload that matches; nothing was delivered.',
  },
  runtime_closed: {
    message: (p: { stream?: { runId: string; nextIndex: number } }) =>
      p.stream
        ? `The workflow runtime of this process closes, so the stream of the run "${p.stream.runId}" stops before chunk ${p.stream.nextIndex}.`
        : 'The workflow runtime of this process is closed.',
    fix: (p) =>
      p.stream
        ? `read on with startIndex: ${p.stream.nextIndex}, in another process or after the restart.`
        : 'call getWorld().start() first, or ask another process; other workers continue the runs.',
  },
  host_without_store: {
    message: (p: { host: string }) =>
      `The functions of ${p.host} have no disk that lasts, so runs in the embedded store would be lost.`,
    fix: () =>
      'set WORKFLOW_WORLD=postgres and DATABASE_URL, and install pg; or set WORKFLOW_DATA_DIR to a folder that all functions mount.',
  },
  store_unavailable: {
    message: () => 'The store does not answer at the moment.',
    fix: () => 'try again later; the log of the server has the reason.',
  },
  request_method: {
    message: (p: { allowed: string }) => `This route accepts ${p.allowed} only.`,
  },
  step_not_found: {
    message: (p: { stepId: string }) => `There is no step call "${p.stepId}" in this run.`,
  },
  entry_not_found: {
    message: (p: { kind: 'event' | 'active hook'; id: string }) => `There is no ${p.kind} with the id "${p.id}".`,
    fix: () => 'take the id from a list, and expect that the entry may be gone meanwhile.',
  },
  journal_invalid: {
    message: (p: { runId: string; seq: number; reason: string }) =>
      `The journal of the run "${p.runId}" is broken at event ${p.seq}: ${p.reason}.`,
    fix: () => 'keep a copy of the store and report this; other runs are not affected.',
  },
  option_unknown: {
    message: (p: { call: string; option: string; known: string }) => `${p.call}() has no option "${p.option}".`,
    fix: (p) => `use one of ${p.known}.`,
  },
  option_invalid: {
    message: (p: { call: string; option: string; expected: string; found: string }) =>
      `"${p.option}" of ${p.call}() must be ${p.expected}, but got ${p.found}.`,
    fix: (p) => `correct "${p.option}", or leave it out where it is optional.`,
  },
  query_cursor_invalid: {
    message: (p: { cursor: string }) => `"${p.cursor}" is not a cursor of this list.`,
    fix: () => 'pass the cursor of the previous page, or none for the first page.',
  },
  query_workflow_unknown: {
    message: (p: { name: string; hint: string }) => `No run of this store is of a workflow "${p.name}".`,
    fix: (p: { name: string; hint: string }) => p.hint,
  },
  query_workflow_ambiguous: {
    message: (p: { name: string; ids: string }) => `Several workflows of this store are called "${p.name}": ${p.ids}.`,
    fix: () => 'give the id of one of them.',
  },
  query_time_invalid: {
    message: (p: { found: string }) => `"${p.found}" is not a time.`,
    fix: () => 'give a time in the form 2026-11-24T08:00:00Z.',
  },
  run_not_ended: {
    message: (p: { runId: string; status: string }) => `The run "${p.runId}" has not ended yet (${p.status}).`,
    fix: () => 'wait until it ends, or cancel it first.',
  },
  step_option_invalid: {
    message: (p: { stepName: string; option: string; found: string; accepted: string }) =>
      `The option "${p.option}" of the step "${nameOf(p.stepName)}" is ${p.found}.`,
    fix: (p) => `set it to ${p.accepted}.`,
  },
  step_option_unknown: {
    message: (p: { stepName: string; option: string; accepted: string }) =>
      `The step "${nameOf(p.stepName)}" has no option "${p.option}".`,
    fix: (p) => `use ${p.accepted}.`,
  },
  step_should_retry_missing: {
    message: (p: { stepName: string }) =>
      `The step "${nameOf(p.stepName)}" was called with a shouldRetry that does not exist where the step runs.`,
    fix: () =>
      'set it beside a step function at the top level of a module; a step inside a workflow can throw FatalError instead.',
  },
  step_timed_out: {
    message: (p: { stepName: string; limitMs: number }) =>
      `An attempt of the step "${nameOf(p.stepName)}" took longer than its timeout of ${p.limitMs} ms.`,
    fix: () => 'raise `timeout`, or make the step faster.',
  },
  step_heartbeat_missed: {
    message: (p: { stepName: string; limitMs: number }) =>
      `An attempt of the step "${nameOf(p.stepName)}" sent no heartbeat for ${p.limitMs} ms.`,
    fix: () => 'call heartbeat() more often, or raise `heartbeatTimeout`.',
  },
  step_superseded: {
    message: (p: { stepName: string; attempt: number }) =>
      `Attempt ${p.attempt} of the step "${nameOf(p.stepName)}" is over: another attempt or process has replaced it.`,
  },
});
