import { Money, run } from '../../layers/api.js';
import { state } from '../../layers/api-state.js';
import { visit } from '../../layers/visit.js';

export default async function handler(request, response) {
  response.send(await visit(run, { state, Money }));
}
