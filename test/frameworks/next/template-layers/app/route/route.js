import { Money, run } from '../../layers/route.js';
import { state } from '../../layers/route-state.js';
import { visit } from '../../layers/visit.js';

export const dynamic = 'force-dynamic';
export const GET = async () => new Response(await visit(run, { state, Money }));
