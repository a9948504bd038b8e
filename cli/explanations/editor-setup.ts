/** Explanations of the problems that `workflow doctor` finds in the set-up of an editor. */
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';
import { editorError } from '../doctor/editor-messages.ts';

const ENTRY = { 'tsconfig.json': '{ "compilerOptions": { "plugins": [{ "name": "workflow" }] } }' };

/** The problems with the set-up of an editor. */
export const editorSetupArea: Area = {
  title: 'The set-up of the editor',
  about: 'Problems that keep the editor plugin from working. `workflow doctor` finds them.',
  errors: explainCatalogue(editorError, {
    editor_typescript_missing: {
      sample: { rootDir: '/app' },
      why: `An editor comes with its own TypeScript, which looks for plugins beside itself and not in your project. If the
project has TypeScript, the editor can use that one.`,
      right: { sh: 'npm install --save-dev typescript' },
      see: ['editor_version_unselected', 'program'],
    },
    editor_typescript_native: {
      sample: { version: '7.0.2' },
      why: `TypeScript 7 has no plugins. The language server of this package shows the same findings beside TypeScript's own
server, and \`workflow check\` prints them.`,
      right: { sh: 'npx workflow lsp --stdio' },
      see: ['program'],
    },
    editor_typescript_unsupported: {
      sample: { version: '5.1.6' },
      why: `The plugin uses functions of TypeScript that change between versions. It is tested with 5.9, 6 and 7. With
other versions it may find less.`,
      wrong: { sh: 'npm install --save-dev typescript@5.1' },
      right: { sh: 'npm install --save-dev typescript@5.9' },
    },
    editor_tsconfig_missing: {
      sample: { rootDir: '/app' },
      why: `\`tsconfig.json\` names the plugins. Without it an editor treats each file as a project of its own.`,
      right: ENTRY,
      see: ['editor_entry_missing'],
    },
    editor_entry_missing: {
      sample: { tsconfig: 'tsconfig.json' },
      why: `TypeScript loads the plugins that \`compilerOptions.plugins\` names, in this file or in one that it extends. A
framework that generates \`tsconfig.json\` may have an option for its content.`,
      wrong: { 'tsconfig.json': '{ "compilerOptions": { "strict": true } }' },
      right: ENTRY,
      see: ['nuxt', 'nitro'],
    },
    editor_plugin_unreachable: {
      sample: { typescript: '/repo/node_modules/typescript', folder: '/repo/apps/shop' },
      why: `TypeScript looks for plugins in the \`node_modules\` folders from its own place upwards. In a workspace TypeScript is
often installed further up than \`workflow\`.`,
      right: { '.vscode/settings.json': '{ "typescript.tsserver.pluginPaths": ["./apps/shop"] }' },
      see: ['editor_package_twice'],
    },
    editor_version_unselected: {
      sample: { settings: '.vscode/settings.json' },
      why: `VS Code uses its own TypeScript until somebody chooses the version of the workspace, because a version in a
project could be any program. The choice can be stored in the project.`,
      right: { '.vscode/settings.json': '{ "typescript.tsdk": "node_modules/typescript/lib" }' },
      see: ['editor_typescript_missing'],
    },
    editor_files_uncovered: {
      sample: { files: 'workflows/order.ts' },
      why: `An editor checks the files that a \`tsconfig.json\` includes. No \`tsconfig.json\` includes these files, so only
the build reports mistakes in them.`,
      wrong: { 'tsconfig.json': '{ "include": ["src"] }' },
      right: { 'tsconfig.json': '{ "include": ["src", "workflows"] }' },
    },
    editor_package_twice: {
      sample: { places: '/repo/node_modules/workflow (0.1.0), /repo/apps/shop/node_modules/workflow (0.2.0)' },
      why: `The editor loads one copy and the build another, and the copies may have different rules.`,
      right: { sh: 'npm dedupe' },
      see: ['runtime_version_differs', 'integration_next_copies'],
    },
  }),
};
