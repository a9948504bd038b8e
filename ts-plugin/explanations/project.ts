/** The explanations of what the editor and `workflow check` say of a project as a whole. */
import { analysisError } from '../analysis/settings/messages.ts';
import { scannedFolderError } from '../analysis/rules/project/scanned-folders.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

const entry = (options: string): Record<string, string> => ({
  'tsconfig.json': `{ "compilerOptions": { "plugins": [{ "name": "workflow", ${options} }] } }`,
});

const settingErrors = explainCatalogue(analysisError, {
  suppression_unused: {
    sample: { codes: 'compile_function_anonymous' },
    why: `A warning. A comment that silences a finding stands on the line before it and names its code;
\`workflow-ignore-file\` counts for the whole file. Here nothing is found that it could silence: the mistake is gone,
the code is another one, or the comment is not on the line directly before. Left in place it would hide the next
mistake.`,
    wrong: code`
      // workflow-ignore-next-line compile_function_anonymous -- never changes
      export async function charge() {
        'use step';
      }
    `,
    right: code`
      export async function charge() {
        'use step';
      }
    `,
  },
  setting_unknown: {
    sample: { name: 'rule' },
    why: `There is no option of this name, so it has no effect. All others count.`,
    wrong: entry('"rule": { "compile_function_anonymous": "off" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['setting_rule_unknown'],
  },
  setting_value_invalid: {
    sample: { name: 'rules.compile_function_anonymous', expected: 'error, warning, hint, off' },
    why: `The option exists and this value cannot be meant; the option does not count, all others do. \`rules\` says
by code how severe a finding is, and \`overrides\` says it for some files.`,
    wrong: entry('"rules": { "compile_function_anonymous": "ignore" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['setting_unknown'],
  },
  setting_rule_unknown: {
    sample: { code: 'compile_function_anonymus' },
    why: `No rule has this code or number, so the line has no effect. The code of a rule stands in brackets at the
end of its messages.`,
    wrong: entry('"rules": { "compile_function_anonymus": "off" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['compile_function_anonymous'],
  },
});

const folderErrors = explainCatalogue(scannedFolderError, {
  directive_file_unscanned: {
    sample: { dirs: '"workflows"' },
    why: `A warning. The build looks for workflows and steps in certain folders, and in whatever files there import. This file
is neither, so its directives do nothing: \`start()\` finds no workflow in it, and its steps are ordinary functions.`,
    wrong: {
      'src/jobs/order.ts': code`
        export async function order() {
          'use workflow';
        }
      `,
    },
    right: {
      'workflows/order.ts': code`
        export async function order() {
          'use workflow';
        }
      `,
    },
    see: ['start_not_a_workflow', 'integration_folder_missing'],
  },
});

export const editorArea: Area = {
  title: 'The editor',
  about:
    'What the editor and `workflow check` say of a project as a whole, and of the settings and comments that steer them. Settings stand in the entry `workflow` of `compilerOptions.plugins` in `tsconfig.json`.',
  errors: [...settingErrors, ...folderErrors],
};
