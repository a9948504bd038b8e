/** Problems that keep the editor plugin from working. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of `workflow doctor` about an editor. */
export const editorError = defineErrors({
  editor_typescript_missing: {
    message: ({ rootDir }: { rootDir: string }) =>
      `The project in ${rootDir} has no TypeScript, so the editor uses its own, which does not find the plugin.`,
    fix: () => 'run `npm install --save-dev typescript`, and choose the version of the workspace in the editor',
  },
  editor_typescript_native: {
    message: ({ version }: { version: string }) =>
      `TypeScript ${version} has no plugins, so the editor shows no findings about workflows by itself.`,
    fix: () => 'let the editor start the language server `npx workflow lsp --stdio`; docs/editor.md has the settings',
  },
  editor_typescript_unsupported: {
    message: ({ version }: { version: string }) =>
      `The plugin and \`workflow check\` do not support TypeScript ${version}.`,
    fix: () => 'use TypeScript 5.9, 6 or 7',
  },
  editor_tsconfig_missing: {
    message: ({ rootDir }: { rootDir: string }) => `${rootDir} has no tsconfig.json, so the editor loads no plugin.`,
    fix: () => 'create one with "plugins": [{ "name": "workflow" }] in "compilerOptions"',
  },
  editor_entry_missing: {
    message: ({ tsconfig }: { tsconfig: string }) =>
      `${tsconfig} does not name the plugin, and neither do the files that it extends.`,
    fix: () => 'add "plugins": [{ "name": "workflow" }] to "compilerOptions"',
  },
  editor_plugin_unreachable: {
    message: ({ typescript }: { typescript: string; folder: string }) =>
      `The editor looks for the plugin from ${typescript} upwards, and does not find the package "workflow" there.`,
    fix: ({ folder }: { typescript: string; folder: string }) =>
      `install "workflow" beside TypeScript, or set "typescript.tsserver.pluginPaths": ["${folder}"] in .vscode/settings.json`,
  },
  editor_version_unselected: {
    message: ({ settings }: { settings: string }) =>
      `VS Code uses its own TypeScript, which finds no plugin of a project, unless a setting names the version of the workspace (read: ${settings}).`,
    fix: () =>
      'run "TypeScript: Select TypeScript Version" and choose the version of the workspace, or set "typescript.tsdk": "node_modules/typescript/lib" in .vscode/settings.json',
  },
  editor_files_uncovered: {
    message: ({ files }: { files: string }) =>
      `No tsconfig.json includes these files with directives, so neither the editor nor \`workflow check\` checks them: ${files}.`,
    fix: () => 'add their folder to "include"',
  },
  editor_package_twice: {
    message: ({ places }: { places: string }) => `The package "workflow" is installed more than once: ${places}.`,
    fix: () => 'use the same version in all packages of the workspace, and install again',
  },
});
