/**
 * A line in which nobody has to wait for a crowd: it serves a workflow, of that a run, and of that the attempt that
 * came first.
 *
 * The attempts that it serves are numbered. Each workflow, and each run of it, has a share. Its rank is the number at
 * which it was served last, or came if that was later, and {@link SERVICES_PER_ATTEMPT} more for each of its attempts
 * at work. The lowest rank is next. So shares that wait have about equally many attempts at work, however long these
 * take. And since numbers go on and ranks of those who wait do not, everybody is served.
 */
import { BinaryHeap } from './binary-heap.ts';
import { RankHeap, type Ranked } from './rank-heap.ts';

/** An attempt at work puts its share behind one that came so many numbers later. */
const SERVICES_PER_ATTEMPT = 100;

/** Whose attempt it is. */
export interface LineMember {
  workflowId: string;
  runId: string;
  /** Of the attempts of one run, the one of the lowest order is first. */
  order: number;
}

/** Attempts of many runs that wait to be served. Then they are at work until they leave. Each call takes O(log n). */
export class FairLine<Item> {
  readonly #workflows = new Map<string, WorkflowShare<Item>>();
  readonly #waiting = new RankHeap<WorkflowShare<Item>>();
  /** Those at work that have no share: none is needed before somebody waits, and most of the time nobody does. */
  readonly #withoutShare: Ticket<Item>[] = [];
  #served = 0;
  /** Counts all changes, so that of equal ranks the older one is first. */
  #changes = 0;

  /** Joins the run's own line. */
  enter(item: Item, member: LineMember): Ticket<Item> {
    this.#giveShares();
    const run = this.#shareOf(member);
    const ticket = { item, member, run, isWithdrawn: false, index: -1 };
    run.tickets.push(ticket);
    this.#changes += 1;
    for (const share of [run, run.workflow]) share.onComing(this.#served, this.#changes);
    this.#rank(run);
    return ticket;
  }

  /** Serves an attempt that need not wait, because nobody does. */
  serveAtOnce(item: Item, member: LineMember): Ticket<Item> {
    this.#served += 1;
    const ticket = { item, member, run: null, isWithdrawn: false, index: this.#withoutShare.length };
    this.#withoutShare.push(ticket);
    return ticket;
  }

  /** Who is served next; `null`: nobody waits. */
  get next(): Item | null {
    return this.#waiting.first?.waiting.first?.firstTicket?.item ?? null;
  }

  /** Serves the next one; `null`: nobody waits. */
  serveNext(): Ticket<Item> | null {
    const run = this.#waiting.first?.waiting.first;
    if (!run) return null;
    const ticket = run.firstTicket!;
    run.tickets.pop();
    this.#served += 1;
    this.#changes += 1;
    for (const share of [run, run.workflow]) share.onServed(this.#served, this.#changes);
    this.#rank(run);
    return ticket;
  }

  /** An attempt that was served is over. */
  leave(ticket: Ticket<Item>): void {
    const { run } = ticket;
    if (!run) return this.#forget(ticket);
    for (const share of [run, run.workflow]) share.atWork -= 1;
    this.#rank(run);
  }

  /** An attempt that waits goes away. */
  withdraw(ticket: Ticket<Item>): void {
    const run = ticket.run!;
    // It stays in its heap, and is passed over.
    ticket.isWithdrawn = true;
    for (const share of [run, run.workflow]) share.waits -= 1;
    this.#rank(run);
  }

  /** Those at work count from now on. */
  #giveShares(): void {
    for (const ticket of this.#withoutShare) {
      const run = this.#shareOf(ticket.member);
      ticket.run = run;
      for (const share of [run, run.workflow]) share.atWork += 1;
    }
    this.#withoutShare.length = 0;
  }

  #forget({ index }: Ticket<Item>): void {
    const last = this.#withoutShare.pop()!;
    if (last.index === index) return;
    this.#withoutShare[index] = last;
    last.index = index;
  }

  #shareOf({ workflowId, runId }: LineMember): RunShare<Item> {
    let workflow = this.#workflows.get(workflowId);
    if (!workflow) this.#workflows.set(workflowId, (workflow = new WorkflowShare(workflowId)));
    let run = workflow.runs.get(runId);
    if (!run) workflow.runs.set(runId, (run = new RunShare(runId, workflow)));
    return run;
  }

  /** Puts a run and its workflow where they belong after one of them has changed. */
  #rank(run: RunShare<Item>): void {
    const { workflow } = run;
    rankIn(workflow.waiting, run);
    rankIn(this.#waiting, workflow);
    if (run.isOver) workflow.runs.delete(run.id);
    if (workflow.isOver) this.#workflows.delete(workflow.id);
  }
}

/** A place in a {@link FairLine}. */
export interface Ticket<Item> {
  readonly item: Item;
  readonly member: LineMember;
  /** `null`: it is at work without a share. */
  run: RunShare<Item> | null;
  isWithdrawn: boolean;
  /** Where it is among those without a share; of no meaning for others. */
  index: number;
}

/** The part that a workflow or a run has in a line. */
class Share implements Ranked {
  readonly id: string;
  heapIndex = -1;
  /** Attempts that wait. */
  waits = 0;
  /** Attempts that were served and have not left. */
  atWork = 0;
  order = 0;
  #servedAt = 0;

  constructor(id: string) {
    this.id = id;
  }

  get rank(): number {
    return this.#servedAt + this.atWork * SERVICES_PER_ATTEMPT;
  }

  get isOver(): boolean {
    return this.waits === 0 && this.atWork === 0;
  }

  onComing(served: number, order: number): void {
    // Nobody gets an earlier number for a time in which he did not wait.
    if (this.waits === 0) this.#stamp(served, order);
    this.waits += 1;
  }

  onServed(served: number, order: number): void {
    this.#stamp(served, order);
    this.waits -= 1;
    this.atWork += 1;
  }

  #stamp(served: number, order: number): void {
    this.#servedAt = served;
    this.order = order;
  }
}

class WorkflowShare<Item> extends Share {
  readonly runs = new Map<string, RunShare<Item>>();
  readonly waiting = new RankHeap<RunShare<Item>>();
}

/** The share of a run, with its own line. */
class RunShare<Item> extends Share {
  readonly workflow: WorkflowShare<Item>;
  #tickets: BinaryHeap<Ticket<Item>> | null = null;

  constructor(id: string, workflow: WorkflowShare<Item>) {
    super(id);
    this.workflow = workflow;
  }

  /** Made when it is needed: most runs never wait. */
  get tickets(): BinaryHeap<Ticket<Item>> {
    return (this.#tickets ??= new BinaryHeap(({ member }) => member.order));
  }

  get firstTicket(): Ticket<Item> | undefined {
    let first = this.tickets.peek();
    for (; first?.isWithdrawn; first = this.tickets.peek()) this.tickets.pop();
    return first;
  }
}

function rankIn<Member extends Share>(heap: RankHeap<Member>, share: Member): void {
  if (share.waits > 0) heap.put(share);
  else if (share.heapIndex !== -1) heap.remove(share);
}
