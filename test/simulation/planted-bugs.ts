/** Worlds with one defect each, for the proof that the simulator finds such defects. */
import type { ClaimedRun, DeliverOutcome, World } from '../../runtime/world/world.ts';

/** A World with some of its methods replaced. */
function withMethods(world: World, methods: Partial<World>): World {
  return new Proxy(world, {
    get(target, name) {
      if (name in methods) return methods[name as keyof World];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** True every `n`-th time. */
function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

async function acceptAndLose(world: World, token: string, payload: string, at: number): Promise<DeliverOutcome> {
  const hook = await world.findHook(token);
  if (!hook) return { ok: false, reason: 'not_found' };
  const { runId, call } = hook;
  const run = await world.readRun(runId);
  const n = run!.inboxTaken + (await world.readInbox(runId)).length + 1;
  return { ok: true, runId, message: { n, at, content: { type: 'hook', call, payload } } };
}

/** The run as it is claimed by somebody who already had it. */
async function claimAgain(world: World, { run, abandonedAt }: ClaimedRun): Promise<ClaimedRun[]> {
  const { runId } = run;
  const now = await world.readRun(runId);
  if (!now?.owner) return [];
  const [offers, journal] = [await world.listOffers(runId), await world.readJournal(runId)];
  return [{ run: now, abandonedAt, journal, offers, inbox: await world.readInbox(runId) }];
}

export const plantedBugs: Record<string, (world: World) => World> = {
  'commits of earlier owners are taken': (world) =>
    withMethods(world, {
      async commit(commit) {
        const { epoch, seq } = (await world.readRun(commit.runId))!;
        const events = commit.events.map((event, i) => ({ ...event, seq: seq + 1 + i }));
        return await world.commit({ ...commit, epoch, afterSeq: seq, events });
      },
    }),

  'a commit is confirmed before it is durable': (world) => {
    let late: () => Promise<unknown> = async () => {};
    return withMethods(world, {
      async commit(commit) {
        await late();
        late = () => world.commit(commit);
        return { ok: true };
      },
    });
  },

  'an accepted payload is lost': (world) => {
    const isLost = everyNth(3);
    return withMethods(world, {
      deliverToHook: (token, payload, at) =>
        isLost() ? acceptAndLose(world, token, payload, at) : world.deliverToHook(token, payload, at),
    });
  },

  'a payload is stored twice': (world) =>
    withMethods(world, {
      async deliverToHook(token, payload, at) {
        await world.deliverToHook(token, payload, at);
        return await world.deliverToHook(token, payload, at);
      },
    }),

  'a payload that its owner took is counted over one that came in before': (world) =>
    withMethods(world, {
      commit: (commit) => world.commit({ ...commit, accepts: [] }),
    }),

  'a run is given to two workers': (world) => {
    let given: ClaimedRun | null = null;
    const isGivenAgain = everyNth(4);
    return withMethods(world, {
      async claimDue(workerId, now, limit) {
        const claimed = await world.claimDue(workerId, now, limit);
        if (claimed.length === 0 && given && isGivenAgain()) return await claimAgain(world, given);
        given = claimed[0] ?? given;
        return claimed;
      },
    });
  },

  'a run that is given back is forgotten': (world) =>
    withMethods(world, {
      commit: (commit) => world.commit(commit.release ? { ...commit, dueAt: null } : commit),
    }),

  'the runs of dead workers are not let go': (world) => withMethods(world, { releaseDead: async () => 0 }),

  'nobody is told of messages': (world) =>
    withMethods(world, {
      subscribe: (listener) => world.subscribe((change) => void (change.kind === 'inbox' || listener(change))),
    }),

  'a page of a stream misses its first chunk': (world) =>
    withMethods(world, {
      async readChunks(runId, stream, from, limit) {
        const page = await world.readChunks(runId, stream, from, limit);
        return { ...page, chunks: page.chunks.length > 1 ? page.chunks.slice(1) : page.chunks };
      },
    }),

  'what a commit writes to streams is not part of it': (world) =>
    withMethods(world, {
      async commit({ appends = [], ...commit }) {
        const outcome = await world.commit(commit);
        if (!outcome.ok) return outcome;
        for (const { runId, stream, chunks } of appends) await world.appendChunks(runId, stream, chunks);
        return outcome;
      },
    }),

  'the last event of a commit is lost': (world) => {
    const isLost = everyNth(20);
    return withMethods(world, {
      commit: (commit) => world.commit(isLost() ? { ...commit, events: commit.events.slice(0, -1) } : commit),
    });
  },
};
