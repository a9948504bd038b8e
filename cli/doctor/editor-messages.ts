/** What can keep the plugin of the editor from working. */
import { defineErrors } from '../../runtime/contract/errors.ts';

export const editorError = defineErrors({
  editor_typescript_missing: {
    message: ({ rootDir }: { rootDir: string }) =>
      `The project in ${rootDir} has no TypeScript of its own, so its editor uses another one, which does not find the plugin.`,
    fix: () => 'npm install --save-dev typescript, and choose the version of the workspace in the editor',
  },
  editor_typescript_native: {
    message: ({ version }: { version: string }) =>
      `TypeScript ${version} takes no plugins, so its editor shows nothing of workflows by itself.`,
    fix: () => 'have the editor start the language server `npx workflow lsp --stdio`; docs/editor.md has the settings',
  },
  editor_typescript_unsupported: {
    message: ({ version }: { version: string }) =>
      `TypeScript ${version} is not known to work with the plugin and with \`workflow check\`.`,
    fix: () => 'use TypeScript 5.9, 6 or 7',
  },
  editor_tsconfig_missing: {
    message: ({ rootDir }: { rootDir: string }) =>
      `There is no tsconfig.json in ${rootDir}, so the editor loads no plugin.`,
    fix: () => 'make one whose "compilerOptions" have "plugins": [{ "name": "workflow" }]',
  },
  editor_entry_missing: {
    message: ({ tsconfig }: { tsconfig: string }) => `The plugin is not named in ${tsconfig}, nor in what it extends.`,
    fix: () => 'add "plugins": [{ "name": "workflow" }] to "compilerOptions"',
  },
  editor_plugin_unreachable: {
    message: ({ typescript }: { typescript: string; folder: string }) =>
      `The editor looks for the plugin from ${typescript} upwards, and the package "workflow" is not there.`,
    fix: ({ folder }: { typescript: string; folder: string }) =>
      `install "workflow" where TypeScript is, or set "typescript.tsserver.pluginPaths": ["${folder}"] in .vscode/settings.json`,
  },
  editor_version_unselected: {
    message: ({ settings }: { settings: string }) =>
      `VS Code uses its own TypeScript, which finds no plugin of a project, until it is told to use that of the workspace (looked at: ${settings}).`,
    fix: () =>
      'run "TypeScript: Select TypeScript Version" and choose the workspace, or set "typescript.tsdk": "node_modules/typescript/lib" in .vscode/settings.json',
  },
  editor_files_uncovered: {
    message: ({ files }: { files: string }) =>
      `Files with directives belong to no tsconfig.json, so neither editor nor check looks at them: ${files}.`,
    fix: () => 'add their folder to "include"',
  },
  editor_package_twice: {
    message: ({ places }: { places: string }) => `The package "workflow" is installed more than once: ${places}.`,
    fix: () => 'let all packages of the workspace ask for the same version, and install again',
  },
});
