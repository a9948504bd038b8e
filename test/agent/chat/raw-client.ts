/** Requests to a chat handler as they are, without a transport. */
import type { ChatServer } from './chat-server.ts';
import { type Act, begin, finish, text } from './scripted-agent.ts';

export const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] };
export const hello: Act[] = [{ write: [...begin(), ...text('t1', 'Hello.'), ...finish()] }];

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

export const send = (server: ChatServer, body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
  post(server.api, { id: 'chat-1', messages: [question], trigger: 'submit-message', ...body }, headers);

export const runOf = (response: Response): string => response.headers.get('x-workflow-run-id')!;

export const chunksOf = (text: string): unknown[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!) as unknown);

export async function codeOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } };
  return `${response.status} ${error.code}`;
}
