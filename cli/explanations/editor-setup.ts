/** The explanations of what `workflow doctor` says of the editor's set-up. */
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';
import { editorError } from '../doctor/editor-messages.ts';

const ENTRY = { 'tsconfig.json': '{ "compilerOptions": { "plugins": [{ "name": "workflow" }] } }' };

export const editorSetupArea: Area = {
  title: 'The set-up of the editor',
  about: 'What `workflow doctor` finds in a project that keeps the plugin of the editor from working.',
  errors: explainCatalogue(editorError, {
    editor_typescript_missing: {
      sample: { rootDir: '/app' },
      why: `An editor brings a TypeScript of its own, which looks for plugins beside itself and not in your project.
With TypeScript in the project, the editor can use that one.`,
      right: { sh: 'npm install --save-dev typescript' },
      see: ['editor_version_unselected', 'program'],
    },
    editor_typescript_native: {
      sample: { version: '7.0.2' },
      why: `TypeScript 7 has no plugins. Its users get the same findings from a language server of ours, beside that
of TypeScript, and from \`workflow check\`.`,
      right: { sh: 'npx workflow lsp --stdio' },
      see: ['program'],
    },
    editor_typescript_unsupported: {
      sample: { version: '5.1.6' },
      why: `The plugin asks TypeScript for types by functions that change between versions. It is tested with 5.9, 6
and 7; with others it may find less.`,
      wrong: { sh: 'npm install --save-dev typescript@5.1' },
      right: { sh: 'npm install --save-dev typescript@5.9' },
    },
    editor_tsconfig_missing: {
      sample: { rootDir: '/app' },
      why: `Plugins are named in \`tsconfig.json\`, and without one an editor treats each file as a project of its
own.`,
      right: ENTRY,
      see: ['editor_entry_missing'],
    },
    editor_entry_missing: {
      sample: { tsconfig: 'tsconfig.json' },
      why: `TypeScript loads the plugins that \`compilerOptions.plugins\` names, here or in what it extends.
Frameworks that generate a \`tsconfig.json\` may have an option for it.`,
      wrong: { 'tsconfig.json': '{ "compilerOptions": { "strict": true } }' },
      right: ENTRY,
      see: ['nuxt', 'nitro'],
    },
    editor_plugin_unreachable: {
      sample: { typescript: '/repo/node_modules/typescript', folder: '/repo/apps/shop' },
      why: `TypeScript looks for plugins in the folders \`node_modules\` from its own place upwards. In a workspace it
often lies further up than the package that uses \`workflow\`.`,
      right: { '.vscode/settings.json': '{ "typescript.tsserver.pluginPaths": ["./apps/shop"] }' },
      see: ['editor_package_twice'],
    },
    editor_version_unselected: {
      sample: { settings: '.vscode/settings.json' },
      why: `VS Code uses the TypeScript that it brings until somebody chooses that of the workspace, because a
project's own could be any program. The choice can be part of the project.`,
      right: { '.vscode/settings.json': '{ "typescript.tsdk": "node_modules/typescript/lib" }' },
      see: ['editor_typescript_missing'],
    },
    editor_files_uncovered: {
      sample: { files: 'workflows/order.ts' },
      why: `An editor asks TypeScript about the files of a \`tsconfig.json\`. These are in none, so what is wrong in
them is said by the build only.`,
      wrong: { 'tsconfig.json': '{ "include": ["src"] }' },
      right: { 'tsconfig.json': '{ "include": ["src", "workflows"] }' },
    },
    editor_package_twice: {
      sample: { places: '/repo/node_modules/workflow (0.1.0), /repo/apps/shop/node_modules/workflow (0.2.0)' },
      why: `The editor loads one of the copies, the build another, and the two may know different rules.`,
      right: { sh: 'npm dedupe' },
      see: ['runtime_version_differs', 'integration_next_copies'],
    },
  }),
};
