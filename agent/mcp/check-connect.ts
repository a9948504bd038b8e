/** Checks a server that workflow code gives, before any of it is stored. */
import { isSecretHeader, isSecretVariable } from '../providers/secret-names.ts';
import type { McpConnect, McpHttpServer, McpServer, McpStdioServer } from './mcp-server.ts';
import { mcpError } from './messages.ts';

/** @throws `agent_mcp_connect_not_sendable`, `agent_mcp_server_invalid`, `agent_mcp_secret_in_workflow`. */
export function checkConnect(connect: McpConnect): void {
  if (typeof connect === 'function') {
    if (!('stepId' in connect)) throw mcpError('agent_mcp_connect_not_sendable', {});
    return;
  }
  const server = readServer(connect);
  const place = isStdio(server) ? findSecretOfProgram(server) : findSecretOfAddress(server);
  if (place !== null) throw mcpError('agent_mcp_secret_in_workflow', { place });
}

/** Whether a server is a program that is started, and not an address. */
export const isStdio = (server: McpServer): server is McpStdioServer => 'command' in server;

/** @throws `agent_mcp_server_invalid`. */
export function readServer(given: unknown): McpServer {
  if (typeof given !== 'object' || given === null) throw invalid(`it is ${given === null ? 'null' : typeof given}`);
  const { url, command } = given as { url?: unknown; command?: unknown };
  if ((url === undefined) === (command === undefined)) throw invalid('it needs either "url" or "command"');
  if (url !== undefined) {
    const address = url instanceof URL ? url.href : url;
    const isAddress = typeof address === 'string' && /^https?:$/.test(URL.parse(address)?.protocol ?? '');
    if (!isAddress) throw invalid('"url" is no address with http or https');
  } else if (typeof command !== 'string' || command === '') {
    throw invalid('"command" is no text');
  }
  return given as McpServer;
}

const invalid = (reason: string): Error => mcpError('agent_mcp_server_invalid', { reason });

/** In the query of an address. */
export const isSecretParameter = (name: string): boolean => isSecretHeader(name) || isSecretVariable(name);

function findSecretOfAddress({ url, headers = {} }: McpHttpServer): string | null {
  const { username, password, searchParams } = new URL(url);
  if (username !== '' || password !== '') return 'The user in the address';
  const parameter = [...searchParams.keys()].find(isSecretParameter);
  if (parameter !== undefined) return `The parameter "${parameter}" in the address`;
  const header = Object.keys(headers).find((name) => isSecretHeader(name) || /^(bearer|basic)\s/i.test(headers[name]!));
  return header === undefined ? null : `The header "${header}"`;
}

function findSecretOfProgram({ env = {} }: McpStdioServer): string | null {
  const variable = Object.keys(env).find(isSecretVariable);
  return variable === undefined ? null : `The variable "${variable}"`;
}
