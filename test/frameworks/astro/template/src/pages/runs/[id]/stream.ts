import type { APIRoute } from 'astro';
import { toStreamResponse } from 'workflow/api';

export const prerender = false;

export const GET: APIRoute = ({ params, request }) => toStreamResponse(params['id']!, request);
