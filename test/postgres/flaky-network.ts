/** The network between processes and a database: slow, cut, silent, and forgetful of answers, as a test wants it. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { listenLocally } from '../../scripts/listen-locally.ts';

/** A network that passes on what it gets until it is told otherwise. */
export class FlakyNetwork {
  readonly #target: URL;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #port = 0;
  /** Each piece of data takes a time between these. */
  delayMinMs = 0;
  delayMaxMs = 0;
  #answersToLose = 0;
  #loses = /./;
  /** Answers that were lost. */
  answersLost = 0;
  #isSilent = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#join(client));
  }

  /** @param target The address of the database. */
  static async start(target: string): Promise<FlakyNetwork> {
    const network = new FlakyNetwork(target);
    network.#port = await listenLocally(network.#server);
    return network;
  }

  /** The address of the database through this network. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  /** Connections, as far as both ends know of them. */
  get size(): number {
    return this.#links.size;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Cuts connections. @param part How many of them: 1 is all. */
  cut(part = 1): void {
    for (const link of this.#links) if (Math.random() < part) link.cut();
  }

  /**
   * Cuts connections in place of the next answers.
   * @param requests Which requests lose theirs. Default: any.
   */
  loseAnswers(count: number, requests = /./): void {
    this.#answersToLose = count;
    this.#loses = requests;
  }

  /** Nothing gets through, and nobody is told: what comes meanwhile waits. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const link of this.#links) link.hold();
  }

  /** The data that were held up go on their way. */
  goOn(): void {
    this.#isSilent = false;
    for (const link of this.#links) link.goOn();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  /** Whether the answer to a request is to be lost now. */
  takeLoss(request: Buffer): boolean {
    if (this.#answersToLose === 0 || !this.#loses.test(request.toString('latin1'))) return false;
    this.#answersToLose -= 1;
    this.answersLost += 1;
    return true;
  }

  #join(client: Socket): void {
    const database = connect({ host: this.#target.hostname, port: Number(this.#target.port) });
    const link = new Link(this, client, database);
    this.#links.add(link);
    client.once('close', () => this.#links.delete(link));
    if (this.#isSilent) link.hold();
  }
}

/** One connection of a process. */
class Link {
  readonly #ends: readonly [Socket, Socket];
  /** The latest piece of a request. */
  #request: Buffer = Buffer.alloc(0);

  constructor(network: FlakyNetwork, client: Socket, database: Socket) {
    this.#ends = [client, database];
    client.on('data', (data) => (this.#request = data));
    this.#pass(network, client, database);
    this.#pass(network, database, client, () => network.takeLoss(this.#request));
  }

  cut(): void {
    for (const end of this.#ends) end.destroy();
  }

  hold(): void {
    for (const end of this.#ends) end.pause();
  }

  goOn(): void {
    for (const end of this.#ends) end.resume();
  }

  #pass(network: FlakyNetwork, from: Socket, to: Socket, isLost = (): boolean => false): void {
    from.setNoDelay(true);
    let last = Promise.resolve();
    from.on('data', (data) => {
      if (isLost()) return this.cut();
      const { delayMinMs, delayMaxMs } = network;
      if (delayMaxMs === 0) return void to.write(data);
      // Later data does not overtake it.
      const ms = delayMinMs + Math.random() * (delayMaxMs - delayMinMs);
      const due = new Promise<void>((resolve) => setTimeout(resolve, ms));
      last = last.then(() => due).then(() => void to.write(data));
    });
    from.on('error', () => this.cut());
    from.on('close', () => this.cut());
  }
}
