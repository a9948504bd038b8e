/** `workflow doctor`: examines a running application, or the editor of the project in this folder. */
import type { CliCommand } from '../program/command.ts';
import { DATA_DIR_OPTION, FOLDER_OPTIONS } from '../program/project-options.ts';

/** The command `doctor`. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  operand: '[url]',
  summary: 'checks that a running application answers; without an address checks the set-up of the editor',
  details:
    'With an address it sends requests that start nothing. It signs them with WORKFLOW_SECRET, or with the secret in the store.',
  options: {
    ...DATA_DIR_OPTION,
    root: FOLDER_OPTIONS.root,
  },
  async run(given) {
    if (given.operand === null) return (await import('./examine-editor.ts')).examineEditor(given);
    return (await import('./examine-application.ts')).examineApplication(given);
  },
};
