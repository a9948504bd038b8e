/** `workflow doctor`: examines a running application, or the editor of the project in this folder. */
import type { CliCommand } from '../program/command.ts';
import { FOLDER_OPTIONS } from '../program/project-options.ts';

/** The folder of an application's store unless something else is set. */
export const DEFAULT_DATA_DIR = '.workflow-data';

/** The command `doctor`. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  operand: '[url]',
  summary: 'checks that a running application answers; without an address checks the set-up of the editor',
  details:
    'With an address it sends requests that start nothing. It signs them with WORKFLOW_SECRET, or with the secret in the store.',
  options: {
    'data-dir': {
      value: '<folder>',
      help: `folder of the application's store (default: WORKFLOW_DATA_DIR, or ${DEFAULT_DATA_DIR})`,
    },
    root: FOLDER_OPTIONS.root,
  },
  async run(given) {
    if (given.operand === null) return (await import('./examine-editor.ts')).examineEditor(given);
    return (await import('./examine-application.ts')).examineApplication(given);
  },
};
