/** The errors of the scripted model server. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of the scripted model server. */
export const agentTestingError = defineErrors({
  agent_turn_missing: {
    message: ({ call, prompt, step }: { call: number; prompt: string; step: number }) =>
      `The script has no reply for call ${call} of the model (step ${step} after "${prompt}").`,
    fix: () => 'add a reply for this call, or find out why the model is called more often than you expect',
  },
  agent_turn_unsupported: {
    message: ({ protocol, part }: { protocol: string; part: string }) =>
      `The script has ${part}, which the protocol "${protocol}" cannot send.`,
    fix: () => 'leave that part out of the reply, or use a model of another provider in this test',
  },
  agent_script_failed: {
    message: ({ call, reason }: { call: number; reason: string }) =>
      `The script threw an error for call ${call} of the model: ${reason}`,
    fix: () => 'correct the function of the script; its error is the cause of this error',
  },
  agent_script_invalid: {
    message: ({ found }: { found: string }) => `The script is ${found}.`,
    fix: () =>
      'give a list of replies, a list of rules ({ when, reply }), or a function that makes a reply for a request',
  },
  agent_model_path_unknown: {
    message: ({ method, path }: { method: string; path: string }) =>
      `The model server got ${method} ${path}, which belongs to no protocol that it speaks.`,
    fix: () =>
      'use the base URL that the server gives for the provider; it speaks OpenAI chat and responses, Anthropic messages and the AI gateway',
  },
  agent_model_request_unreadable: {
    message: ({ protocol, reason }: { protocol: string; reason: string }) =>
      `A request in the protocol "${protocol}" could not be read: ${reason}`,
    fix: () => 'send what a client of the provider would send',
  },
  agent_model_server_closed: {
    message: ({ awaited }: { awaited: string }) => `The model server was closed while the test waited for ${awaited}.`,
    fix: () => 'close the server after the test has everything that it waits for',
  },
  agent_recording_invalid: {
    message: ({ file }: { file: string }) => `The file "${file}" is not a recording of models.`,
    fix: () => 'record it again with recordModels()',
  },
  agent_recording_mismatch: {
    message: ({ call, recorded, asked }: { call: number; recorded: string; asked: string }) =>
      `Call ${call} speaks the protocol "${asked}", but its answer was recorded in "${recorded}".`,
    fix: () => 'use the provider that was recorded, or record the answers of this one',
  },
});
