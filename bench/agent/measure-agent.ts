/** `node measure-agent.ts <system> <directory> <plan as JSON>`: measures one system and tells the parent. */
import type { AgentFigures, AgentSystem, OpenAgentSystem, TalkKind, TalkPlan, TalkTimes } from './agent-system.ts';

const [, , name, dir, plan] = process.argv;
const { open }: { open: OpenAgentSystem } = await import(`./systems/${name}.ts`);
const system = await open(dir!);
process.send!(await measure(system, JSON.parse(plan!) as TalkPlan));
await system.close();
process.disconnect();

async function measure(talking: AgentSystem, talkPlan: TalkPlan): Promise<AgentFigures> {
  const roundMs = {
    tools: await measureRound(talking, 'tools', talkPlan),
    answers: await measureRound(talking, 'answers', talkPlan),
  };
  return { roundMs, storedBytes: await measureStorage(talking, talkPlan) };
}

async function measureRound(talking: AgentSystem, kind: TalkKind, talkPlan: TalkPlan): Promise<TalkTimes> {
  const { rounds, talks, warmUpTalks } = talkPlan;
  const times: number[] = [];
  for (let talk = 0; talk < warmUpTalks + talks; talk += 1) {
    const begin = performance.now();
    await talking.talk(kind, promptOf(rounds), rounds);
    if (talk >= warmUpTalks) times.push((performance.now() - begin) / rounds);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)]!, best: times[0]! };
}

/** Of one talk; several are had, because a store takes room by the page. */
async function measureStorage(talking: AgentSystem, talkPlan: TalkPlan): Promise<number | null> {
  if (!talking.storedBytes) return null;
  const { rounds, promptBytes, storedTalks } = talkPlan;
  const before = talking.storedBytes();
  for (let talk = 0; talk < storedTalks; talk += 1)
    await talking.talk('tools', promptOf(rounds).padEnd(promptBytes, ' All that the agent has to know.'), rounds);
  return (talking.storedBytes() - before) / storedTalks;
}

/** The scripted model reads how long the talk is to be. */
function promptOf(rounds: number): string {
  return `Rounds: ${rounds}.`;
}
