/** The language server, for TypeScript 7 and for editors without plugins. */
import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionKind,
  createConnection,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { VERSION } from '../../runtime/contract/version.ts';
import { codeLenses, completions, hover, inlayHints } from './answers.ts';
import { codeActions, FIX_ALL } from './code-actions.ts';
import { diagnose } from './diagnostics.ts';
import { toPath, Workspace } from './workspace.ts';

/** The user may still be typing. */
const QUIET_MS = 100;

/** Serves the protocol on two streams until the editor ends it. */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const documents = new TextDocuments(TextDocument);
  const workspace = new Workspace(documents);
  const client = { pulls: false, watches: false, refreshesDiagnostics: false, refreshesHints: false };
  let timer: NodeJS.Timeout | null = null;

  connection.onInitialize(({ capabilities, initializationOptions }: InitializeParams): InitializeResult => {
    workspace.answersAlways = (initializationOptions as { always?: unknown } | undefined)?.always === true;
    client.pulls = capabilities.textDocument?.diagnostic !== undefined;
    client.watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false;
    client.refreshesDiagnostics = capabilities.workspace?.diagnostics?.refreshSupport ?? false;
    client.refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport ?? false;
    return {
      serverInfo: { name: 'workflow', version: VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        // An edit of a step may change the findings in the file of a workflow.
        diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ["'", '"', ' ', '.'] },
        codeLensProvider: {},
        inlayHintProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, FIX_ALL] },
      },
    };
  });

  connection.onInitialized(() => {
    if (!client.watches) return;
    const watchers = [
      { globPattern: '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro}' },
      { globPattern: '**/{tsconfig*,jsconfig,package}.json' },
    ];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(report);
  });

  /** Sends diagnostics to editors that do not request them. */
  const publish = async (): Promise<void> => {
    for (const { uri, version } of documents.all()) {
      const file = await workspace.open(uri);
      if (documents.get(uri)?.version !== version) return;
      await connection.sendDiagnostics({ uri, version, diagnostics: file ? diagnose(file) : [] });
    }
  };
  const changed = (): void => {
    if (client.pulls) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void publish().catch(report), QUIET_MS);
  };
  const report = (error: unknown): void => connection.console.error(String((error as Error).stack ?? error));

  workspace.onBuilt = () => {
    if (client.refreshesDiagnostics) connection.languages.diagnostics.refresh().catch(report);
    changed();
  };
  workspace.onFailure = report;
  documents.onDidSave(() => workspace.rebuild());
  documents.onDidChangeContent(({ document }) => {
    const path = toPath(document.uri);
    if (path !== null) void workspace.update({ changed: [path] }).then(changed, report);
  });
  documents.onDidClose(({ document }) => {
    if (!client.pulls) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    const pathsOf = (kind: FileChangeType): string[] =>
      changes.flatMap(({ uri, type }) => (type === kind && uri.startsWith('file:') ? [fileURLToPath(uri)] : []));
    await workspace.update({
      changed: pathsOf(FileChangeType.Changed),
      created: pathsOf(FileChangeType.Created),
      deleted: pathsOf(FileChangeType.Deleted),
    });
    workspace.rebuild();
    // Other editors would answer these requests with an error.
    if (client.refreshesHints) connection.languages.inlayHint.refresh().catch(report);
    if (client.refreshesDiagnostics) connection.languages.diagnostics.refresh().catch(report);
    changed();
  });
  connection.languages.diagnostics.on(async ({ textDocument }) => {
    const file = await workspace.open(textDocument.uri);
    return { kind: DocumentDiagnosticReportKind.Full, items: file ? diagnose(file) : [] };
  });
  connection.onCodeAction(async ({ textDocument, range }) => {
    const file = await workspace.open(textDocument.uri);
    return file ? codeActions(file, range) : [];
  });
  connection.onHover(async ({ textDocument, position }) => {
    const file = await workspace.open(textDocument.uri);
    return file && hover(file, file.positions.toIndex(file.path, position));
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const file = await workspace.open(textDocument.uri);
    return file ? completions(file, file.positions.toIndex(file.path, position)) : [];
  });
  connection.onCodeLens(async ({ textDocument }) => {
    const file = await workspace.open(textDocument.uri);
    return file ? codeLenses(file) : [];
  });
  connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    const file = await workspace.open(textDocument.uri);
    return file ? inlayHints(file, range) : [];
  });
  connection.onShutdown(async () => {
    if (timer) clearTimeout(timer);
    await workspace.close();
  });
  documents.listen(connection);
  connection.listen();
}
