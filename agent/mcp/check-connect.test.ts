import { expect, test } from 'vitest';
import { checkConnect } from './check-connect.ts';
import type { McpConnect } from './mcp-server.ts';

const url = 'https://mcp.example.com/mcp';

test.each([
  [{ url, headers: { authorization: 'x' } }, 'The header "authorization"'],
  [{ url, headers: { 'X-Api-Key': 'x' } }, 'The header "X-Api-Key"'],
  [{ url, headers: { 'x-for': 'Bearer abc' } }, 'The header "x-for"'],
  [{ url: `${url}?api_key=x` }, 'The parameter "api_key"'],
  [{ url: 'https://me:secret@mcp.example.com' }, 'The user in the address'],
  [{ command: 'mcp', env: { GITHUB_TOKEN: 'x' } }, 'The variable "GITHUB_TOKEN"'],
])('a secret in workflow code is refused with its place: %j', (connect, place) => {
  expect(() => checkConnect(connect)).toThrow(place);
  expect(() => checkConnect(connect)).toThrow('[agent_mcp_secret_in_workflow]');
});

test.each([
  {},
  null,
  'https://mcp.example.com',
  { url, command: 'mcp' },
  { url: 'mcp.example.com' },
  { url: 'ftp://mcp.example.com' },
  { command: '' },
])('what is no server is refused: %j', (connect) => {
  expect(() => checkConnect(connect as McpConnect)).toThrow('[agent_mcp_server_invalid]');
});

test.each<McpConnect>([
  { url: new URL(url), headers: { 'accept-language': 'en' } },
  { url, headersFromEnv: { Authorization: 'Bearer $MCP_TOKEN' } },
  { command: 'mcp', args: ['--stdio'], env: { LANG: 'C' }, inheritEnv: ['GITHUB_TOKEN'] },
  Object.assign(() => ({ url }), { stepId: 'step//./workflows/support//connect' }),
])('a server without secrets, or a step function, is taken', (connect) => {
  expect(() => checkConnect(connect)).not.toThrow();
});
