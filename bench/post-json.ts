/** Calls over HTTP, made in the same way for every system. */
import { Agent, request } from 'node:http';

/** Connections stay open between calls, as those of a busy sender do. */
const agent = new Agent({ keepAlive: true });

/**
 * Posts a value as JSON to an address without TLS.
 * @returns The body of the answer. @throws when the answer is no success.
 */
export async function postJson(url: string, value: unknown, method = 'POST'): Promise<string> {
  const body = JSON.stringify(value);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return await new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode! < 300) resolve(text);
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}: ${text}`));
      });
    });
    call.on('error', reject).end(body);
  });
}
