/** Decides whether the language server runs, or the plugin of tsserver says everything already. */

/** The setting `workflow.languageServer`. */
export type ServerSetting = 'auto' | 'on' | 'off';

/** The editor, as far as it matters here. */
export interface EditorFacts {
  setting: ServerSetting;
  /** Whether the editor shows types with TypeScript 7, which takes no plugins. */
  usesNative: boolean;
  /** Whether the extension with tsserver is there and enabled. */
  hasTsserver: boolean;
}

/** Whether the server runs. Two that answer at once would show each finding twice. */
export function runsServer({ setting, usesNative, hasTsserver }: EditorFacts): boolean {
  return setting === 'auto' ? usesNative || !hasTsserver : setting === 'on';
}

/** The settings by which VS Code uses TypeScript 7, the newer name first. */
export const NATIVE_SETTINGS: readonly string[] = ['js/ts.experimental.useTsgo', 'typescript.experimental.useTsgo'];

/** The built-in extension with tsserver. */
export const TSSERVER_EXTENSION = 'vscode.typescript-language-features';
