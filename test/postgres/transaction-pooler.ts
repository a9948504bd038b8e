/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction of a client gets any connection to the server
 * that is free. Nothing that belongs to a connection lasts longer: no prepared statement, no LISTEN.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { listenLocally } from '../../scripts/listen-locally.ts';

/** Types of messages of PostgreSQL's protocol. */
const READY = 'Z';
const TERMINATE = 'X';
const NOTIFICATION = 'A';
/** The state in which a connection belongs to nobody. */
const IDLE = 'I';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

/** Whoever comes is let in, and may ask. */
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message(READY, Buffer.from(IDLE))]);

/** Cuts a stream of bytes into messages. */
function* takeMessages(state: { rest: Buffer }): Generator<Buffer> {
  while (state.rest.length >= 5) {
    const length = state.rest.readInt32BE(1) + 1;
    if (state.rest.length < length) return;
    yield state.rest.subarray(0, length);
    state.rest = state.rest.subarray(length);
  }
}

/** A connection to the server. */
interface Backend {
  stream: Socket;
  /** Gets the messages of the server while a client has it. */
  tell: ((message: Buffer) => void) | null;
}

/** Few connections to a server, for any number of clients. */
export class TransactionPooler {
  readonly #target: string;
  readonly #server: Server;
  readonly #free: Backend[] = [];
  readonly #all: Backend[] = [];
  readonly #clients = new Set<Socket>();
  readonly #waiting: ((backend: Backend) => void)[] = [];
  #port = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((client) => this.#serve(client));
  }

  /** @param size Connections to the server. */
  static async start(target: string, size: number): Promise<TransactionPooler> {
    const pooler = new TransactionPooler(target);
    for (let i = 0; i < size; i++) await pooler.#connect();
    pooler.#port = await listenLocally(pooler.#server);
    return pooler;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#clients) client.destroy();
    for (const { stream } of this.#all) stream.destroy();
    await closed;
  }

  /** The driver signs in; then its socket is ours. */
  async #connect(): Promise<void> {
    const client = new Client(this.#target);
    client.on('error', () => {});
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners();
    stream.setNoDelay(true);
    stream.on('error', () => {});
    const backend: Backend = { stream, tell: null };
    const state = { rest: Buffer.alloc(0) };
    stream.on('data', (data) => {
      state.rest = Buffer.concat([state.rest, data]);
      for (const each of takeMessages(state)) this.#pass(backend, each);
    });
    this.#all.push(backend);
    this.#giveBack(backend);
  }

  /** Its client has left in the middle of a transaction, which nobody must go on with. */
  #replace(backend: Backend): void {
    backend.stream.destroy();
    this.#connect().catch(() => undefined);
  }

  #pass(backend: Backend, each: Buffer): void {
    const type = String.fromCharCode(each[0]!);
    // A notification is for whoever listened, and nobody knows who that was.
    if (type !== NOTIFICATION) backend.tell?.(Buffer.from(each));
    if (type === READY && String.fromCharCode(each[5]!) === IDLE) this.#giveBack(backend);
  }

  #giveBack(backend: Backend): void {
    backend.tell = null;
    const next = this.#waiting.shift();
    if (next) next(backend);
    // At the end of the line, so that the next transaction of a client is on another one.
    else this.#free.push(backend);
  }

  #take(): Promise<Backend> {
    const free = this.#free.shift();
    return free ? Promise.resolve(free) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #serve(client: Socket): void {
    this.#clients.add(client);
    client.setNoDelay(true);
    client.on('error', () => {});
    client.on('close', () => {
      this.#clients.delete(client);
      if (own && this.#server.listening) this.#replace(own);
      own = null;
    });
    const state = { rest: Buffer.alloc(0) };
    let own: Backend | null = null;
    let sending = Promise.resolve();
    const send = async (each: Buffer): Promise<void> => {
      if (!own) {
        const taken = await this.#take();
        if (client.destroyed) return this.#giveBack(taken);
        own = taken;
      }
      own.tell = (answer) => {
        client.write(answer);
        if (answer[0] === READY.charCodeAt(0) && answer[5] === IDLE.charCodeAt(0)) own = null;
      };
      own.stream.write(each);
    };
    client.once('data', () => {
      // Its first message says who it is, and has no type.
      client.write(WELCOME);
      client.on('data', (data) => {
        state.rest = Buffer.concat([state.rest, data]);
        for (const each of takeMessages(state)) {
          if (each[0] === TERMINATE.charCodeAt(0)) return client.end();
          sending = sending.then(() => send(Buffer.from(each)));
        }
      });
    });
  }
}
