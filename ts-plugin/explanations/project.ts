/** Explanations of messages about settings, comments and folders. */
import { analysisError } from '../analysis/settings/messages.ts';
import { scannedFolderError } from '../analysis/rules/project/scanned-folders.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

const entry = (options: string): Record<string, string> => ({
  'tsconfig.json': `{ "compilerOptions": { "plugins": [{ "name": "workflow", ${options} }] } }`,
});

const settingErrors = explainCatalogue(analysisError, {
  suppression_unused: {
    sample: { codes: 'compile_function_anonymous' },
    why: `A warning. A comment that suppresses a finding is on the line before it and names its code;
\`workflow-ignore-file\` applies to the whole file. This comment suppresses nothing: the mistake is gone, the code is a
different one, or the comment is not on the line directly before. If it stays, it may hide a later mistake.`,
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
  setting_tsconfig_broken: {
    sample: { reason: 'tsconfig.json: "./.nuxt/tsconfig.json", which it extends, cannot be found' },
    why: `\`workflow check\` asks \`tsconfig.json\` which files belong to the project, and TypeScript for their types. This
file, or one that it extends, cannot be read. The check goes on with what it finds and ends with 1. Frameworks generate
such files with \`nuxt prepare\`, \`svelte-kit sync\` or \`astro sync\`.`,
    wrong: { 'tsconfig.json': `{ "extends": "./.nuxt/tsconfig.json" }` },
    right: { 'tsconfig.json': `{ "compilerOptions": { "strict": true } }` },
    see: ['compile_tsconfig_unreadable'],
  },
  setting_unknown: {
    sample: { name: 'rule' },
    why: `There is no option with this name, so it has no effect. The other options count.`,
    wrong: entry('"rule": { "compile_function_anonymous": "off" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['setting_rule_unknown'],
  },
  setting_value_invalid: {
    sample: { name: 'rules.compile_function_anonymous', expected: 'error, warning, hint, off' },
    why: `The option exists but does not accept this value, so it is ignored. The other options count. \`rules\` sets the
severity of findings by code, and \`overrides\` sets it for some files.`,
    wrong: entry('"rules": { "compile_function_anonymous": "ignore" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['setting_unknown'],
  },
  setting_rule_unknown: {
    sample: { code: 'compile_function_anonymus' },
    why: `No rule has this code or number, so the line has no effect. The code of a rule is in brackets at the end of its
messages.`,
    wrong: entry('"rules": { "compile_function_anonymus": "off" }'),
    right: entry('"rules": { "compile_function_anonymous": "off" }'),
    see: ['compile_function_anonymous'],
  },
});

const folderErrors = explainCatalogue(scannedFolderError, {
  directive_file_unscanned: {
    sample: { dirs: '"workflows"' },
    why: `A warning. The build looks for workflows and steps in certain folders, and in files that are imported there. This
file is in neither group, so its directives do nothing: \`start()\` finds no workflow in it, and its steps are ordinary
functions.`,
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
  directive_in_component: {
    sample: { directive: 'use step' },
    why: `The build looks for directives in \`.ts\`, \`.js\` and their like. The scripts of components (\`.vue\`, \`.svelte\`,
\`.astro\`) belong to the framework's own compiler, and much of them runs in browsers, where no workflow can.`,
    wrong: {
      'pages/order.vue': `<script setup lang="ts">\nasync function charge() {\n  'use step';\n}\n</script>\n`,
    },
    right: {
      'workflows/charge.ts': `export async function charge() {\n  'use step';\n}\n`,
      'pages/order.vue': `<script setup lang="ts">\nimport { charge } from '../workflows/charge';\n</script>\n`,
    },
  },
});

/** Settings, comments, and the rule about folders. */
export const editorArea: Area = {
  title: 'The editor',
  about:
    'Findings of the editor and of `workflow check` about a project as a whole, and about settings and comments. Settings are in the entry `workflow` of `compilerOptions.plugins` in `tsconfig.json`.',
  errors: [...settingErrors, ...folderErrors],
};
