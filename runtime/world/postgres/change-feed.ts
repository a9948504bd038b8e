/**
 * How processes hear of each other's changes: by NOTIFY, which is a hint and may get lost, and by looking again from
 * time to time. A process that is alone notifies nobody: PostgreSQL lets only one transaction notify at a time.
 */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { isTerminal, type RunStatus } from '../../journal/events.ts';
import type { Change } from '../world.ts';
import type { DatabaseConnection } from './connection.ts';
import type { LoneClient } from './driver.ts';
import { readInbox } from './inbox.ts';
import type { Notice } from './session.ts';

/** Hints that come within this time are sent together. */
const GATHER_MS = 5;
/** With more hints than that others look at everything. */
const HINTS_MAX = 100;
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_000;
/** How often others hear that this process listens, and how long they remember. */
const HELLO_EVERY_MS = 20_000;
const HELLO_HOLDS_MS = 65_000;
/** How often to look again, with notifications and without. */
const LOOK_EVERY_MS = 5_000;
const LOOK_ALONE_EVERY_MS = 1_000;
const RECONNECT_MS = 1_000;
/** A connection that cannot listen is tried again after this time. */
const DEAF_MS = 60_000;
/** A connection that does not answer for so long is given up. */
const ANSWER_TIMEOUT_MS = 10_000;

/** A change in short, as others get it. */
type Hint =
  | [kind: 'run', runId: RunId, status: RunStatus | null]
  | [kind: 'inbox', runId: RunId, owner: WorkerId]
  | [kind: 'chunks', runId: RunId, stream: string]
  | [kind: 'due', dueAt: number]
  | [kind: 'offers'];

interface Message {
  /** The process that sends it. */
  from: string;
  /** `hello`: I listen; `welcome`: I listen, too. */
  say?: 'hello' | 'welcome';
  /** Absent: look at everything. */
  hints?: Hint[];
}

/** The database, and the process that hears. */
export interface ChangeFeedOptions {
  connection: DatabaseConnection;
  /** Tells this process from others. */
  instance: string;
  /** Whether a worker joined in this process. */
  isHere(workerId: WorkerId): boolean;
  /** Tells the subscribers of this process. */
  tell(changes: readonly Change[]): void;
}

/** Tells others of changes, and this process of theirs. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #channel: string;
  /** Until when other processes are known to listen. */
  readonly #others = new Map<string, number>();
  #client: LoneClient | null = null;
  /**
   * Whether the connection gets what is said, this process's own greetings included: a pooler swallows all of it.
   * `asked`: it got the greeting before the last one.
   */
  #hearing: 'unknown' | 'proven' | 'asked' = 'unknown';
  #waiting: Hint[] = [];
  #sending: NodeJS.Timeout | null = null;
  #sent: Promise<unknown> = Promise.resolve();
  #looking: NodeJS.Timeout | null = null;
  #greeting: NodeJS.Timeout | null = null;
  #connecting: Promise<void> = Promise.resolve();
  #reconnecting: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#channel = `workflow_${options.connection.schema}`.slice(0, 63);
  }

  start(): void {
    this.#connecting = this.#listen();
    this.#greeting = setInterval(() => this.#greet(), HELLO_EVERY_MS).unref();
    this.#lookLater();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of [this.#looking, this.#greeting, this.#sending, this.#reconnecting]) {
      if (timer) clearTimeout(timer);
    }
    this.#flush();
    await this.#sent.catch(() => undefined);
    await this.#connecting;
    // A network that fell silent does not answer.
    await withinOneSecond(this.#client?.end());
  }

  /** Tells others of changes, as far as somebody may wait for them. */
  send(notices: readonly Notice[]): void {
    if (!this.#isHeard) return;
    for (const notice of notices) {
      const hint = this.#toHint(notice);
      if (hint) this.#waiting.push(hint);
    }
    if (this.#waiting.length > 0 && !this.#isStopped)
      this.#sending ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  /** Whoever cannot listen does not know whether others do. */
  get #isHeard(): boolean {
    if (!this.#hears) return true;
    const now = Date.now();
    for (const [instance, until] of this.#others) if (until < now) this.#others.delete(instance);
    return this.#others.size > 0;
  }

  #toHint({ change, owner }: Notice): Hint | null {
    switch (change.kind) {
      case 'run':
        return change.status === null || isTerminal(change.status) ? ['run', change.runId, change.status] : null;
      case 'inbox':
        return owner === null || this.#options.isHere(owner) ? null : ['inbox', change.runId, owner];
      case 'chunks':
        return ['chunks', change.runId, change.stream];
      case 'due':
        return ['due', change.dueAt];
      case 'offers':
        return ['offers'];
      default:
        return null;
    }
  }

  #flush(): void {
    this.#sending = null;
    const hints = this.#waiting;
    this.#waiting = [];
    if (hints.length === 0) return;
    // The same thing may have changed many times.
    const distinct = [
      ...new Map(hints.map((hint) => [hint.slice(0, hint[0] === 'chunks' ? 3 : 2).join(), hint])).values(),
    ];
    const message: Message = { from: this.#options.instance, hints: distinct };
    const isShort = distinct.length <= HINTS_MAX && JSON.stringify(message).length <= PAYLOAD_LENGTH_MAX;
    this.#notify(isShort ? message : { from: this.#options.instance });
  }

  get #hears(): boolean {
    return this.#client !== null && this.#hearing !== 'unknown';
  }

  /** Its own greeting of last time has come back, or the connection hears nothing. */
  #greet(): void {
    if (!this.#client) return;
    if (this.#hearing === 'unknown') return this.#onLost(this.#client, DEAF_MS);
    if (this.#hearing === 'asked') return this.#onLost(this.#client);
    this.#hearing = 'asked';
    this.#say('hello');
  }

  #say(say: 'hello' | 'welcome'): void {
    if (this.#client) this.#notify({ from: this.#options.instance, say });
  }

  /** One after the other, and never waited for. A hint that fails is found by looking again. */
  #notify(message: Message): void {
    const values = [this.#channel, JSON.stringify(message)];
    const { db } = this.#options.connection;
    this.#sent = this.#sent
      .then(() => db.ask((session) => session.all('select pg_notify($1, $2)', values)))
      .catch(() => undefined);
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#options.connection.openListener();
      if (!client) return;
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      client.on('error', () => this.#onLost(client));
      const text = `listen "${this.#channel.replaceAll('"', '""')}"`;
      await client.query({ text, query_timeout: ANSWER_TIMEOUT_MS });
      if (this.#isStopped) return await client.end();
      this.#client = client;
      this.#hearing = 'unknown';
      this.#say('hello');
      // Earlier changes are not told.
      this.#options.tell([{ kind: 'elsewhere' }]);
    } catch {
      this.#reconnectLater();
    }
  }

  #onLost(client: LoneClient, pauseMs = RECONNECT_MS): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    this.#reconnectLater(pauseMs);
  }

  #reconnectLater(pauseMs = RECONNECT_MS): void {
    if (this.#isStopped) return;
    this.#reconnecting = setTimeout(() => (this.#connecting = this.#listen()), pauseMs).unref();
  }

  #receive(payload: string): void {
    const { instance, tell } = this.#options;
    const message = readMessage(payload);
    if (this.#isStopped) return;
    this.#hearing = 'proven';
    if (message?.from === instance) return;
    // Somebody else's, who is not one of us: it costs a look.
    if (!message) return tell([{ kind: 'elsewhere' }]);
    this.#others.set(message.from, Date.now() + HELLO_HOLDS_MS);
    if (message.say === 'hello') return this.#say('welcome');
    // From now on the other one tells of its changes; those before are not told.
    if (message.say === 'welcome' || !message.hints) return tell([{ kind: 'elsewhere' }]);
    for (const hint of message.hints) this.#pass(hint);
  }

  #pass(hint: Hint): void {
    const { tell, isHere } = this.#options;
    if (hint[0] === 'run') tell([{ kind: 'run', runId: hint[1], status: hint[2] }]);
    else if (hint[0] === 'chunks') tell([{ kind: 'chunks', runId: hint[1], stream: hint[2] }]);
    else if (hint[0] === 'due') tell([{ kind: 'due', dueAt: hint[1] }]);
    else if (hint[0] === 'offers') tell([{ kind: 'offers' }]);
    else if (isHere(hint[2])) void this.#passMessages(hint[1]);
  }

  /** The messages themselves may be large, and are read. */
  async #passMessages(runId: RunId): Promise<void> {
    const { connection, tell } = this.#options;
    try {
      const messages = await connection.db.ask((session) => readInbox(session, runId, 0));
      tell(messages.map((message) => ({ kind: 'inbox', runId, message })));
    } catch {
      // The next look finds them.
    }
  }

  #lookLater(): void {
    const pauseMs = this.#hears ? LOOK_EVERY_MS : LOOK_ALONE_EVERY_MS;
    this.#looking = setTimeout(() => {
      this.#options.tell([{ kind: 'elsewhere' }]);
      if (!this.#isStopped) this.#lookLater();
    }, pauseMs).unref();
  }
}

/** `null`: anybody may notify, and this is no message of ours. */
function readMessage(payload: string): Message | null {
  try {
    const { from, say, hints } = JSON.parse(payload) as Message;
    if (typeof from !== 'string') return null;
    const areHints = hints?.every((hint) => Array.isArray(hint) && hint.length >= 2) ?? true;
    return { from, ...(say && { say }), ...(hints && areHints && { hints }) };
  } catch {
    return null;
  }
}

/** Resolves when the request is done, has failed, or takes long. */
async function withinOneSecond(request: Promise<unknown> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, 1_000);
  await Promise.race([request?.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}
