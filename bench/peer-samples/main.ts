/**
 * `node bench/peer-samples/main.ts`: how many programs in the documentation of the peer's published package pass the
 * type check with this package in the place of the peer's. A complaint that the peer's own package gets at the same
 * line says nothing of ours: pages leave out what is not their subject.
 *
 *   --list   also name every program that does not pass, with the reason
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers, peerVersion } from '../peers.ts';
import { type TypeProblem, checkSamples, packagesIn } from './check-samples.ts';
import { type PeerSample, readPeerSamples } from './read-peer-samples.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const PEERS = join(import.meta.dirname, '../peers/node_modules');

/** Somebody who moves replaces these in imports: packages that are entries of this one. */
const RENAMED: readonly [RegExp, string][] = [
  [/@workflow\/ai\/agent(?=["'])/g, 'workflow/agent'],
  [/@workflow\/ai\/(openai|anthropic|google|xai|gateway)(?=["'])/g, 'workflow/agent/providers/$1'],
  [/@workflow\/ai(?=["'])/g, 'workflow/agent/chat-transport'],
  [/@workflow\/errors(?=["'])/g, 'workflow/errors'],
  [/@workflow\/(next|nest|nitro|nuxt|sveltekit|astro|vite)(?=["'])/g, 'workflow/$1'],
];

/** Packages of the peer's that this one has nothing in the place of: how a store of one's own is written. */
const WITHOUT_COUNTERPART = /@workflow\/(?:world|cli|core|builders|utils|world-local|world-postgres|world-vercel)\b/;

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
installPeers();
const samples = readPeerSamples(join(PEERS, 'workflow/docs')).filter(({ code }) => !WITHOUT_COUNTERPART.test(code));
const own = packagesIn(join(REPOSITORY, 'node_modules'));
const theirs = checkSamples(samples, new Map([...own, ...packagesIn(PEERS)]));
const ours = checkSamples(samples.map(renamed), new Map([...packagesIn(PEERS), ...own, ['workflow', REPOSITORY]]));
report();

function renamed({ code, isJsx }: PeerSample): Pick<PeerSample, 'code' | 'isJsx'> {
  return { isJsx, code: RENAMED.reduce((text, [from, to]) => text.replaceAll(from, to), code) };
}

function report(): void {
  const failing = samples.flatMap((sample, index) => {
    const problems = ours[index]!.filter((problem) => !isKnown(problem, theirs[index]!));
    return problems.length > 0 ? [{ ...sample, problems }] : [];
  });
  const passing = samples.length - failing.length;
  console.log(`workflow ${peerVersion('workflow')}: ${samples.length} programs in its documentation`);
  console.log(`${passing} pass with this package (${((100 * passing) / samples.length).toFixed(1)} %)`);
  if (!values.list) return;
  for (const { page, line, problems } of failing) {
    console.log(`\n${page}:${line}`);
    for (const { line: at, code, text } of problems) console.log(`  ${at} ${code} ${text.slice(0, 200)}`);
  }
}

function isKnown({ line, code }: TypeProblem, known: readonly TypeProblem[]): boolean {
  return known.some((one) => one.line === line && one.code === code);
}
