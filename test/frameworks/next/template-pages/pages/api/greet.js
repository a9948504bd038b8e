import { start } from 'workflow/api';
import { greet } from '../../workflows/greeting.ts';

export default async function handler(request, response) {
  const { returnValue } = await start(greet, [request.query.name]);
  response.json(await returnValue);
}
