import type { APIRoute } from 'astro';
import { handleRequest } from '../../app.ts';

export const prerender = false;

export const ALL: APIRoute = ({ request }) => handleRequest(request);
