/** An editor, as the language server sees one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  FileChangeType,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');

export class Editor {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  /** The diagnostics that the server sent for each file, the newest last. */
  readonly published: PublishDiagnosticsParams[] = [];
  /** How often the server asked for its hints to be fetched anew. */
  hintRefreshes = 0;
  /** How often the server asked for its diagnostics to be fetched anew. */
  diagnosticRefreshes = 0;
  /** Output of the server that is not part of the protocol. */
  stderr = '';

  /** @param command The arguments of Node. Default: the server of this repository. */
  constructor(rootDir: string, command: readonly string[] = [MAIN, 'lsp', '--stdio']) {
    this.#child = spawn(process.execPath, [...command], { cwd: rootDir, stdio: 'pipe' });
    this.#child.stderr!.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#child.stdout!),
      new StreamMessageWriter(this.#child.stdin!),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.push(params);
    });
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onRequest('workspace/diagnostic/refresh', () => {
      this.diagnosticRefreshes += 1;
      return null;
    });
    this.#connection.onRequest('workspace/inlayHint/refresh', () => {
      this.hintRefreshes += 1;
      return null;
    });
    this.#connection.listen();
  }

  async initialize(
    rootDir: string,
    capabilities: ClientCapabilities = {},
    initializationOptions: object = {},
  ): Promise<InitializeResult> {
    const rootUri = pathToFileURL(rootDir).href;
    const params = { processId: process.pid, rootUri, capabilities, initializationOptions, workspaceFolders: null };
    const result: InitializeResult = await this.#connection.sendRequest('initialize', params);
    await this.#connection.sendNotification('initialized', {});
    return result;
  }

  open(path: string, text: string): Promise<void> {
    const textDocument = { uri: pathToFileURL(path).href, languageId: 'typescript', version: 1, text };
    return this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  change(path: string, { version, text }: { version: number; text: string }): Promise<void> {
    const params = { textDocument: { uri: pathToFileURL(path).href, version }, contentChanges: [{ text }] };
    return this.#connection.sendNotification('textDocument/didChange', params);
  }

  save(path: string): Promise<void> {
    return this.#connection.sendNotification('textDocument/didSave', {
      textDocument: { uri: pathToFileURL(path).href },
    });
  }

  /** A file was written that is not open. */
  changeOnDisk(path: string): Promise<void> {
    const changes = [{ uri: pathToFileURL(path).href, type: FileChangeType.Changed }];
    return this.#connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }

  async pull(path: string): Promise<Diagnostic[]> {
    const params = { textDocument: { uri: pathToFileURL(path).href } };
    const report: DocumentDiagnosticReport = await this.#connection.sendRequest('textDocument/diagnostic', params);
    return report.kind === 'full' ? report.items : [];
  }

  codeActions(path: string, at: Position): Promise<CodeAction[]> {
    const params = {
      textDocument: { uri: pathToFileURL(path).href },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    };
    return this.#connection.sendRequest('textDocument/codeAction', params);
  }

  /** @param method Of a request about a place in a file. */
  ask<Result>(method: string, path: string, params: object = {}): Promise<Result> {
    return this.#connection.sendRequest(method, { textDocument: { uri: pathToFileURL(path).href }, ...params });
  }

  /** As an editor does when it is closed. @returns The exit code of the server. */
  async close(): Promise<number | null> {
    const ended = once(this.#child, 'exit') as Promise<[number | null]>;
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    const [exitCode] = await ended;
    this.#connection.dispose();
    return exitCode;
  }
}
