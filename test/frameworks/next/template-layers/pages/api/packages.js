import { next } from 'counters';
import { start } from 'workflow/api';
import { count } from '../../layers/packages.js';

export default async function handler(request, response) {
  response.json([next(), ...(await (await start(count, [])).returnValue), next()]);
}
