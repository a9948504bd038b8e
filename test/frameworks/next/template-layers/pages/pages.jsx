import { Money, run } from '../layers/pages.js';
import { state } from '../layers/pages-state.js';
import { visit } from '../layers/visit.js';

export const getServerSideProps = async () => ({ props: { seen: await visit(run, { state, Money }) } });

export default function Page({ seen }) {
  return <pre>{seen}</pre>;
}
