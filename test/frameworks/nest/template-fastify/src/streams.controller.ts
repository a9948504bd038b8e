import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStreamResponse } from 'workflow/api';
import { toNodeHandler } from 'workflow/server';

@Controller('runs')
export class StreamsController {
  @Get(':id/stream')
  stream(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    toNodeHandler((web) => toStreamResponse(id, web))(request.raw, reply.raw);
  }
}
