/** The module's options. */
import { integrationError } from '../shared/messages.ts';
import { checkOptions, FLAG } from '../shared/read-options.ts';

/** Options of the module, under the key `workflow` of Nuxt's configuration. */
export interface WorkflowNuxtOptions {
  /** Whether to add the plugin `workflow` to the generated `tsconfig.json`. Default true. */
  typescriptPlugin?: boolean;
}

const NITRO_OPTIONS = ['dirs', 'runtime'];

/**
 * Checks names and types of the options. @throws `integration_option_misplaced`, `integration_option_unknown`,
 * `integration_option_invalid`.
 */
export function checkNuxtOptions(options: WorkflowNuxtOptions): void {
  const misplaced = Object.keys(options).find((name) => NITRO_OPTIONS.includes(name));
  if (misplaced !== undefined) {
    const [option, place] = [`workflow.${misplaced}`, `nitro.workflow.${misplaced}`];
    throw integrationError('integration_option_misplaced', { option, place });
  }
  checkOptions({ place: 'workflow', options, rules: { typescriptPlugin: FLAG } });
}
