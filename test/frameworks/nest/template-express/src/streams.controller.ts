import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { toStreamResponse } from 'workflow/api';
import { toNodeHandler } from 'workflow/server';

@Controller('runs')
export class StreamsController {
  @Get(':id/stream')
  stream(@Param('id') id: string, @Req() request: IncomingMessage, @Res() response: ServerResponse): void {
    toNodeHandler((web) => toStreamResponse(id, web))(request, response);
  }
}
