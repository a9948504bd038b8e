/** A PostgreSQL server to which everything happens that happens to databases, and the network in front of it. */
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type Postgres } from '../../scripts/postgres-server.ts';
import { FlakyNetwork } from '../postgres/flaky-network.ts';
import { query } from '../world/postgres-queries.ts';
import { inSchema, type SharedStore } from './shared-store.ts';

/** Few, so that they can be used up. */
const CONNECTIONS_MAX = 60;
const PAUSE_MIN_MS = 100;
const PAUSE_MAX_MS = 600;
const LASTS_MIN_MS = 200;
const LASTS_MAX_MS = 1_500;
const DELAY_MAX_MS = 200;
const ANSWERS_LOST_MAX = 5;

const between = (min: number, max: number): number => min + Math.random() * (max - min);
const aWhile = (): Promise<void> => setTimeout(between(LASTS_MIN_MS, LASTS_MAX_MS));

export type Trouble =
  | 'answers lost'
  | 'back ends ended'
  | 'back end killed'
  | 'connections cut'
  | 'connections used up'
  | 'disk full'
  | 'killed'
  | 'network silent'
  | 'network slow'
  | 'power cut'
  | 'restarted';

/** One server of its own, which is gone when it is stopped. */
export class DatabaseChaos {
  readonly #server: Postgres;
  readonly #network: FlakyNetwork;
  readonly #schema = `storm_${randomBytes(4).toString('hex')}`;
  #isTroubled = true;
  /** How often each trouble came. */
  readonly counts = new Map<Trouble, number>();

  private constructor(server: Postgres, network: FlakyNetwork) {
    this.#server = server;
    this.#network = network;
  }

  /** @param folder Where its data are to be. */
  static async start(folder: string): Promise<DatabaseChaos> {
    // The server runs as a user without rights.
    chmodSync(folder, 0o755);
    const modules = join(import.meta.dirname, '../../node_modules');
    const settings = { max_connections: String(CONNECTIONS_MAX), superuser_reserved_connections: '0' };
    const server = await startPostgres({ dir: join(folder, 'server'), modules, settings });
    return new DatabaseChaos(server, await FlakyNetwork.start(`${server.url}/postgres`));
  }

  /** A store in this database, on the other side of the network. */
  get store(): SharedStore {
    return inSchema(this.#network.url, this.#schema);
  }

  /** How often the rarest trouble came. */
  get rounds(): number {
    return Math.min(...Object.keys(this.#troubles).map((name) => this.counts.get(name as Trouble) ?? 0));
  }

  /** Answers of the database that nobody got. */
  get answersLost(): number {
    return this.#network.answersLost;
  }

  /**
   * Makes trouble until {@link endTrouble}, each kind in its turn.
   * @param getProgress Trouble waits until it has gone up.
   */
  async makeTrouble(getProgress: () => number): Promise<void> {
    let progress = -1;
    const troubles = Object.entries(this.#troubles) as [Trouble, () => Promise<unknown>][];
    let turn = 0;
    while (this.#isTroubled) {
      await setTimeout(between(PAUSE_MIN_MS, PAUSE_MAX_MS));
      if (getProgress() === progress) continue;
      progress = getProgress();
      const [name, make] = troubles[turn++ % troubles.length]!;
      await make();
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }

  endTrouble(): void {
    this.#isTroubled = false;
  }

  async stop(): Promise<void> {
    await this.#network.close();
    await this.#server.stop();
  }

  readonly #troubles: Record<Trouble, () => Promise<unknown>> = {
    'answers lost': async () => this.#network.loseAnswers(Math.ceil(between(0, ANSWERS_LOST_MAX))),
    restarted: async () => {
      await this.#server.stop();
      await setTimeout(between(0, LASTS_MAX_MS));
      await this.#server.restart();
    },
    'back ends ended': () => this.#ask(`select pg_terminate_backend(pid) ${OTHERS} and random() < 0.5`),
    'network silent': async () => {
      this.#network.fallSilent();
      await aWhile();
      this.#network.goOn();
    },
    'power cut': async () => {
      await this.#server.kill();
      await this.#server.restart();
    },
    'connections used up': () => this.#useUpConnections(),
    'connections cut': async () => this.#network.cut(0.5),
    'disk full': async () => {
      for (const statement of FULL) await this.#ask(statement.replaceAll('@', this.#schema));
      await aWhile();
      for (const statement of FREED) await this.#ask(statement.replaceAll('@', this.#schema));
    },
    'back end killed': async () => {
      const [row] = await this.#ask<{ pid: number }>(`select pid ${OTHERS} order by random() limit 1`);
      // The server notices, ends all other connections as well, and reads its log.
      if (row) process.kill(row.pid, 'SIGKILL');
    },
    'network slow': async () => {
      this.#network.delayMaxMs = DELAY_MAX_MS;
      await aWhile();
      this.#network.delayMaxMs = 0;
    },
    killed: async () => {
      await this.#server.kill('SIGKILL');
      await this.#server.restart();
    },
  };

  /** Asks past the network, until the server is up and has a connection to spare. */
  async #ask<Row extends object>(text: string): Promise<Row[]> {
    for (;;) {
      try {
        return await query<Row>(text, `${this.#server.url}/postgres`);
      } catch {
        await setTimeout(PAUSE_MIN_MS);
      }
    }
  }

  async #useUpConnections(): Promise<void> {
    const clients: Client[] = [];
    const connect = async (): Promise<boolean> => {
      const client = new Client(`${this.#server.url}/postgres`);
      client.on('error', () => {});
      clients.push(client);
      return await client.connect().then(
        () => true,
        () => false,
      );
    };
    while (await connect());
    // Those who have a connection keep it, unless it is ended: then they stand in line with the others.
    await clients[0]!.query(`select pg_terminate_backend(pid) ${OTHERS} and random() < 0.2`).catch(() => undefined);
    await aWhile();
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const OTHERS = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** The server itself refuses, in the words and with the code of a disk that is full. Everybody may do that. */
const FULL = [
  `create or replace function @.refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = '53100'; end $$`,
  'create trigger full_disk before insert on @.events for each statement execute function @.refuse()',
  'create trigger full_disk before insert on @.chunks for each statement execute function @.refuse()',
  'create trigger full_disk before insert on @.inbox for each statement execute function @.refuse()',
];
const FREED = ['events', 'chunks', 'inbox'].map((table) => `drop trigger if exists full_disk on @.${table}`);
