import type { APIRoute } from 'astro';
import { handleRequest } from '../../app.ts';

export const prerender = false;

/** The application knows nothing of the path that the site is mounted below. */
export const ALL: APIRoute = ({ request, url }) =>
  handleRequest(new Request(new URL(url.href.replace('/v2/', '/')), request));
