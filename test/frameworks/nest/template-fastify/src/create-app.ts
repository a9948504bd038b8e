import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.ts';

export async function createApp(): Promise<INestApplication> {
  return await NestFactory.create(AppModule, new FastifyAdapter({ bodyLimit: 10_000 }));
}
