import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { getRun, start } from 'workflow/api';
import { welcome } from './workflows/welcome.js';

@Controller('signups')
export class SignupsController {
  @Post()
  async create(@Body() { email }: { email: string }): Promise<{ runId: string }> {
    const { runId } = await start(welcome, [email]);
    return { runId };
  }

  @Get(':runId')
  async show(@Param('runId') runId: string): Promise<{ status: string }> {
    return { status: await getRun(runId).status };
  }
}
