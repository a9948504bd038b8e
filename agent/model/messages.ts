/** The errors of model calls. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of calls of models. */
export const modelError = defineErrors({
  agent_sdk_missing: {
    message: () => 'Agents call models with the package "ai" (the AI SDK), which is not installed.',
    fix: () => 'npm install ai',
  },
  agent_sdk_unsupported: {
    message: () => 'The installed package "ai" is too old: agents cannot use its streamText().',
    fix: () => 'npm install ai@latest; versions 5, 6 and 7 are supported.',
  },
  agent_model_invalid: {
    message: ({ found }: { found: string }) => `The option "model" gave ${found}, which is not a language model.`,
    fix: () =>
      "give a gateway id such as 'openai/gpt-5', a model such as openai('gpt-5'), or a function that returns one.",
  },
  agent_model_version_unsupported: {
    message: ({ model, version, sdkMajor }: { model: string; version: string; sdkMajor: number }) =>
      `The model "${model}" (specification "${version}") does not fit the installed ai ${sdkMajor}.`,
    fix: () => 'install versions of "ai" and of the provider\'s package that belong together.',
  },
  agent_function_invalid: {
    message: ({ option, found }: { option: string; found: string }) => `The option "${option}" gave ${found}.`,
    fix: ({ option }) =>
      option === 'experimental_transform'
        ? 'give a function that makes a TransformStream, such as smoothStream(), or a list of these.'
        : 'give a function that takes a list of downloads and returns a promise of their data.',
  },
  agent_download_refused: {
    message: ({ address, reason }: { address: string; reason: string }) =>
      `The file ${address} of a message was not loaded: ${reason}.`,
    fix: () => 'send the content of the file in its message, or name its host in "downloadHosts" if it is yours.',
  },
  agent_prompt_invalid: {
    message: ({ reason }: { reason: string }) => `The AI SDK cannot turn the messages into a request: ${reason}`,
    fix: () => 'pass messages in the form of ModelMessage, and files that the host can load.',
  },
  agent_model_refused: {
    message: ({ model, status, reason }: { model: string; status: string; reason: string; fix: string }) =>
      `The model "${model}" refused the call${status}: ${reason}`,
    fix: ({ fix }) => fix,
  },
  agent_model_unavailable: {
    message: ({ model, status, reason }: { model: string; status: string; reason: string }) =>
      `The model "${model}" could not answer${status}: ${reason}`,
    fix: () => 'try again later, or raise "maxRetries" of the agent to survive longer failures.',
  },
});
