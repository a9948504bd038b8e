/**
 * `node bench/compile-samples/main.ts`: all of `test/samples` with our compiler and with the peer's published one, and
 * what each makes of them. The samples are ours, written while our compiler was; so the peer's column says where it
 * differs, not how good it is.
 *
 *   --list   also name every sample that is not right, with the reason
 */
import { parseArgs } from 'node:util';
import { compileModule } from '../../compiler/compile-module.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { runCompiled, runPlain } from '../../test/sample-program.ts';
import { installPeers, peerVersion } from '../peers.ts';
import { type Judgement, type System, type Verdict, judge } from './judge.ts';
import { Peer, PeerRefusal } from './peer-program.ts';
import { type Sample, readSamples } from './read-samples.ts';

const OUR_VIEWS = ['application', 'workflow'] as const;
const THEIR_MODES = ['client', 'step', 'workflow'] as const;
const VERDICTS: readonly Verdict[] = ['right', 'refused', 'wrong', 'silent'];

type Judged = Sample & { judgements: Map<System, Judgement> };

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
installPeers();
const peer = await Peer.load();
try {
  const systems = [ours(), theirs(peer)];
  const judged: Judged[] = [];
  for (const sample of readSamples()) judged.push(await judgeBy(systems, sample));
  for (const system of systems) {
    printTable(system, judged);
    if (values.list) printRest(system, judged);
  }
} finally {
  peer.close();
}

function ours(): System {
  return {
    name: 'ours',
    async compile({ dir, input, source }) {
      for (const view of OUR_VIEWS)
        compileModule({ path: `${dir}/${input}`, name: input, moduleId: './input', code: source, view });
    },
    run: (sample) => runCompiled(sample, sample.program!.calls),
    isRefusal: (error) => error instanceof CompileFailure,
  };
}

function theirs(compiler: Peer): System {
  return {
    name: `@workflow/builders ${peerVersion('@workflow/builders')}, @workflow/swc-plugin ${peerVersion('@workflow/swc-plugin')}`,
    async compile({ input, source }) {
      for (const mode of THEIR_MODES) await compiler.compile(input, source, mode);
    },
    run: (sample) => compiler.run(sample, sample.program!.calls),
    isRefusal: (error) => error instanceof PeerRefusal,
  };
}

async function judgeBy(systems: readonly System[], sample: Sample): Promise<Judged> {
  const expected = sample.program ? await runPlain(sample, sample.program.calls) : [];
  const judgements = new Map<System, Judgement>();
  for (const system of systems) judgements.set(system, await judge(system, sample, expected));
  return { ...sample, judgements };
}

function printTable(system: System, judged: readonly Judged[]): void {
  console.log(`\n${system.name}`);
  console.log(`${'samples'.padEnd(22)}${VERDICTS.map((verdict) => verdict.padStart(9)).join('')}`);
  for (const kind of ['programs', 'mistakes']) {
    const group = judged.filter(({ program }) => (program === null) === (kind === 'mistakes'));
    const counts = VERDICTS.map(
      (verdict) => group.filter(({ judgements }) => judgements.get(system)?.verdict === verdict).length,
    );
    console.log(`${group.length} ${kind}`.padEnd(22) + counts.map((count) => String(count).padStart(9)).join(''));
  }
}

function printRest(system: System, judged: readonly Judged[]): void {
  for (const { judgements, name } of judged) {
    const judgement = judgements.get(system);
    if (judgement && judgement.verdict !== 'right')
      console.log(`  ${judgement.verdict.padEnd(8)} ${name}: ${judgement.reason}`);
  }
}
