import { astro } from '../astro/astro.ts';
import { bun } from '../bun/bun.ts';
import { deno } from '../deno/deno.ts';
import { express } from '../express/express.ts';
import { fastify } from '../fastify/fastify.ts';
import { hono } from '../hono/hono.ts';
import { nest11Fastify, nest12Express } from '../nest/nest.ts';
import { turbopack, wholeTurbopack } from '../next/next.ts';
import { nitro2, nitro30 } from '../nitro/nitro.ts';
import { nuxt } from '../nuxt/nuxt.ts';
import { sveltekit, sveltekit2 } from '../sveltekit/sveltekit.ts';
import { vite } from '../vite/vite.ts';
import { describeRollingRestart } from './describe-rolling-restart.ts';

const FRAMEWORKS = [
  astro,
  bun,
  deno,
  express,
  fastify,
  hono,
  nest11Fastify,
  nest12Express,
  nitro2,
  nitro30,
  nuxt,
  sveltekit,
  sveltekit2,
  turbopack,
  vite,
  wholeTurbopack,
];

for (const framework of FRAMEWORKS) describeRollingRestart(framework);
