import type { RequestHandler } from '@sveltejs/kit';
import { toStreamResponse } from 'workflow/api';

export const GET: RequestHandler = ({ params, request }) => toStreamResponse(params['id']!, request);
