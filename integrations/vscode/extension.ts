/** The extension for VS Code: starts the language server for each project that has the package. */
import { dirname, join } from 'node:path';
import { commands, type ExtensionContext, extensions, type TextDocument, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { NATIVE_SETTINGS, runsServer, type ServerSetting, TSSERVER_EXTENSION } from './choose-server.ts';
import { findPackage } from './find-package.ts';

const LANGUAGES = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];

/** The running servers, by the folder of their project. */
const clients = new Map<string, LanguageClient>();

/** VS Code calls this when the first source is opened. */
export function activate(context: ExtensionContext): void {
  const openAll = (): void => {
    for (const document of workspace.textDocuments) open(context, document);
  };
  const again = async (): Promise<void> => {
    await deactivate();
    openAll();
  };
  context.subscriptions.push(
    workspace.onDidOpenTextDocument((document) => open(context, document)),
    workspace.onDidChangeConfiguration((event) => {
      const names = ['workflow.languageServer', ...NATIVE_SETTINGS];
      if (names.some((name) => event.affectsConfiguration(name))) void again();
    }),
    extensions.onDidChange(() => void again()),
    commands.registerCommand('workflow.restart', again),
  );
  openAll();
}

/** VS Code calls this at its end. */
export async function deactivate(): Promise<void> {
  const running = [...clients.values()];
  clients.clear();
  await Promise.all(running.map((client) => client.stop()));
}

function open(context: ExtensionContext, { languageId, uri }: TextDocument): void {
  if (uri.scheme !== 'file' || !LANGUAGES.includes(languageId) || !runsServer(readFacts())) return;
  const found = findPackage(dirname(uri.fsPath));
  if (!found || clients.has(found.root)) return;
  const client = createClient(context.asAbsolutePath(join('dist', 'server.mjs')), found.root);
  clients.set(found.root, client);
  client.start().catch((error: unknown) => client.error('The language server did not start.', error));
}

function readFacts(): Parameters<typeof runsServer>[0] {
  const settings = workspace.getConfiguration();
  return {
    setting: settings.get<ServerSetting>('workflow.languageServer', 'auto'),
    usesNative: NATIVE_SETTINGS.some((name) => settings.get<boolean>(name) === true),
    hasTsserver: extensions.getExtension(TSSERVER_EXTENSION) !== undefined,
  };
}

function createClient(module: string, root: string): LanguageClient {
  const server = { module, transport: TransportKind.stdio, options: { cwd: root } };
  return new LanguageClient('workflow', 'Durable workflows', server, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language, pattern: `${root}/**/*` })),
    // Where the server runs no plugin answers, whatever tsconfig.json says.
    initializationOptions: { always: true },
  });
}
