/**
 * `workflow doctor`: examines a running application, or the store, the framework and the editor of the project in this
 * folder.
 */
import { namesStore } from '../program/chosen-store.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { FOLDER_OPTIONS, STORE_OPTIONS } from '../program/project-options.ts';

/** The command `doctor`. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  operand: '[url]',
  summary:
    'checks that a running application answers; without an address checks the store, the framework and the editor',
  details:
    'With an address it sends requests that start nothing. It signs them with WORKFLOW_SECRET, or with the secret in the store.',
  options: {
    ...STORE_OPTIONS,
    root: FOLDER_OPTIONS.root,
  },
  async run(given) {
    if (given.operand === null) return await examineProject(given);
    return (await import('./examine-application.ts')).examineApplication(given);
  },
};

/** A store that is named elsewhere belongs to no project. */
async function examineProject(given: GivenArguments): Promise<number> {
  const { examineStore } = await import('./examine-store.ts');
  const ofStore = await examineStore(given);
  if (namesStore(given)) return ofStore;
  console.log('');
  const { examineFramework } = await import('./examine-framework.ts');
  const ofFramework = examineFramework(given);
  console.log('');
  const { examineEditor } = await import('./examine-editor.ts');
  return Math.max(ofStore, ofFramework, await examineEditor(given));
}
