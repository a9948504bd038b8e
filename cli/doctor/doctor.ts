/** `workflow doctor`: of a running application, or of the project in this folder. */
import type { Command } from '../command.ts';
import { FOLDER_OPTIONS } from '../project-options.ts';
import { PROBES } from './probes.ts';
import { DEFAULT_DATA_DIR } from './examine-application.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  operand: '[url]',
  summary: 'checks how a running application answers, or without an address how the editor of a project is set up',
  details: `With an address it sends ${PROBES.length} requests, which start nothing. They are signed with WORKFLOW_SECRET, or with the secret of the store.`,
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
