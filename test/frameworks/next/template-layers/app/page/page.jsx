import { Money, run } from '../../layers/page.js';
import { state } from '../../layers/page-state.js';
import { visit } from '../../layers/visit.js';

export const dynamic = 'force-dynamic';
export default async function Page() {
  return <pre>{await visit(run, { state, Money })}</pre>;
}
