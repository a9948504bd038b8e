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
  #served = 0;
  /** Counts all changes, so that of equal ranks the older one is first. */
  #changes = 0;

  /** Joins the run's own line. */
  enter(item: Item, member: LineMember): Ticket<Item> {
    const ticket = this.#toTicket(item, member);
    const { run } = ticket;
    run.tickets.push(ticket);
    this.#changes += 1;
    for (const share of [run, run.workflow]) share.onComing(this.#served, this.#changes);
    this.#rank(run);
    return ticket;
  }

  /** Serves an attempt that need not wait, because nobody does. */
  serveAtOnce(item: Item, member: LineMember): Ticket<Item> {
    const ticket = this.#toTicket(item, member);
    const { run } = ticket;
    this.#served += 1;
    for (const share of [run, run.workflow]) share.atWork += 1;
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
  leave({ run }: Ticket<Item>): void {
    for (const share of [run, run.workflow]) share.atWork -= 1;
    this.#rank(run);
  }

  /** An attempt that waits goes away. */
  withdraw(ticket: Ticket<Item>): void {
    const { run } = ticket;
    // It stays in its heap, and is passed over.
    ticket.isWithdrawn = true;
    for (const share of [run, run.workflow]) share.waits -= 1;
    this.#rank(run);
  }

  #toTicket(item: Item, { workflowId, runId, order }: LineMember): Ticket<Item> {
    let workflow = this.#workflows.get(workflowId);
    if (!workflow) this.#workflows.set(workflowId, (workflow = new WorkflowShare(workflowId)));
    let run = workflow.runs.get(runId);
    if (!run) workflow.runs.set(runId, (run = new RunShare(runId, workflow)));
    return { item, order, run, isWithdrawn: false };
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
  readonly order: number;
  readonly run: RunShare<Item>;
  isWithdrawn: boolean;
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
    return (this.#tickets ??= new BinaryHeap(({ order }) => order));
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
