/** Where an MCP server is and with which credentials, as only the host knows it. */
import { secretsOfEnvironment, secretsOfHeaders } from '../model/redact.ts';
import { isSecretParameter, isStdio, readServer } from './check-connect.ts';
import type { McpConnect, McpHttpServer, McpStdioServer } from './mcp-server.ts';
import { mcpError } from './messages.ts';
import { toFatal } from './server-failure.ts';

/** A server with the values of its variables, which never leave the process. */
export interface ResolvedServer {
  target:
    | { kind: 'http'; url: string; headers: Record<string, string> }
    | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd: string | undefined };
  /** For messages: without a path or arguments, which may hold keys. */
  shownAs: string;
  /** Texts that must not be in what is stored. */
  secrets: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {FatalError} `agent_mcp_server_invalid`, `agent_mcp_variable_missing`, `agent_mcp_variable_unnamed`. */
export async function resolveServer(connect: McpConnect, environment: Environment): Promise<ResolvedServer> {
  const given: unknown = typeof connect === 'function' ? await connect() : connect;
  try {
    const server = readServer(given);
    return isStdio(server) ? resolveProgram(server, environment) : resolveAddress(server, environment);
  } catch (error) {
    throw toFatal(error);
  }
}

function resolveAddress(server: McpHttpServer, environment: Environment): ResolvedServer {
  const { headers = {}, headersFromEnv = {} } = server;
  const url = new URL(server.url);
  const filled = Object.entries(headersFromEnv).map(([name, text]) => fillHeader(name, text, environment));
  const parameters = [...url.searchParams].flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []));
  const variables = filled.flatMap(({ values }) => values);
  return {
    target: {
      kind: 'http',
      url: url.href,
      headers: { ...headers, ...Object.fromEntries(filled.map(({ header }) => header)) },
    },
    shownAs: url.origin,
    secrets: [...variables, ...secretsOfHeaders(headers), ...parameters, url.password],
  };
}

const VARIABLE = /\$([A-Za-z_]\w*)/g;

function fillHeader(
  header: string,
  text: string,
  environment: Environment,
): { header: [name: string, value: string]; values: string[] } {
  const names = [...text.matchAll(VARIABLE)].map(([, name]) => name!);
  if (names.length === 0) throw mcpError('agent_mcp_variable_unnamed', { header });
  const values = names.map((name) => readVariable(name, `The header "${header}"`, environment));
  return { header: [header, text.replace(VARIABLE, (_, name: string) => environment[name]!)], values };
}

function resolveProgram(server: McpStdioServer, environment: Environment): ResolvedServer {
  const { command, args = [], inheritEnv = [], cwd } = server;
  const inherited = inheritEnv.map((name) => [name, readVariable(name, 'The program', environment)] as const);
  const env = { ...Object.fromEntries(inherited), ...server.env };
  return { target: { kind: 'stdio', command, args, env, cwd }, shownAs: command, secrets: secretsOfEnvironment(env) };
}

function readVariable(name: string, place: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined || value === '') throw mcpError('agent_mcp_variable_missing', { name, place });
  return value;
}
