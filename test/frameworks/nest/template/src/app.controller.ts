import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { All, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { handleRequest } from './app.ts';
import { Counter } from './counter.ts';

/** Requests and responses of Express, or of Fastify, which has those of Node in `raw`. */
type AnyRequest = IncomingMessage & { originalUrl: string; body?: unknown };
type AnyResponse = ServerResponse & { raw?: ServerResponse; hijack?(): void };

@Controller('app')
export class AppController {
  constructor(@Inject(Counter) private readonly counter: Counter) {}

  @Get('count')
  count(): { count: number } {
    return { count: this.counter.count };
  }

  @All([':area', ':area/:name', ':area/:name/:part'])
  async handle(@Req() request: AnyRequest, @Res() response: AnyResponse): Promise<void> {
    const url = new URL(request.originalUrl, 'http://localhost');
    const { method = 'GET', body } = request;
    const answer = await handleRequest(
      new Request(url, { method, body: method === 'GET' ? null : JSON.stringify(body) }),
    );
    response.hijack?.();
    const target = response.raw ?? response;
    target.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(target);
    else target.end();
  }
}
