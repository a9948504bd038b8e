/** The errors of `workflow/agent/providers`. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of the providers' models. */
export const providerError = defineErrors({
  agent_provider_missing: {
    message: ({ provider, packageName }: { provider: string; packageName: string }) =>
      `Models of "${provider}" need the package ${packageName}, which is not installed.`,
    fix: ({ packageName }) => `npm install ${packageName}`,
  },
  agent_key_not_storable: {
    message: ({ provider, option }: { provider: string; option: string }) =>
      `The option "${option}" of ${provider}() is a credential. It would be stored with the run, and everyone who sees the run could read it.`,
    fix: ({ provider, option }) =>
      option === 'apiKey'
        ? `write the model directly into the options of the agent, from where it is moved to the host: \`model: ${provider}({ apiKey: process.env.KEY })('…')\`; or leave "apiKey" out to use the provider's own variable.`
        : `write the model directly into the options of the agent, from where it is moved to the host, with a value from process.env.`,
  },
  agent_key_unset: {
    message: ({ provider, option, variable }: { provider: string; option: string; variable: string }) =>
      `The option "${option}" of ${provider}() comes from the variable ${variable}, which is not set in this process.`,
    fix: ({ variable }) => `set ${variable} in every process that runs steps.`,
  },
  agent_provider_setting_invalid: {
    message: ({
      provider,
      setting,
      found,
      known,
    }: {
      provider: string;
      setting: string;
      found: string;
      known: string;
    }) => `The setting "${setting}" of a model of ${provider} is "${found}". Known: ${known}.`,
    fix: ({ setting }) => `correct "${setting}", or leave it out.`,
  },
});
