/** `examples/agent` in a folder of its own, installed as its README says, and its server. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  cleanEnvironment,
  findFreePort,
  ServerProcess,
  type ServerProcessOptions,
} from '../../frameworks/server-process.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const EXAMPLE = join(REPOSITORY, 'examples/agent');
const MADE_FOLDERS = /(?:node_modules|dist|\.workflow|\.workflow-data)$/;
/** `npm run build`. */
const BUILDS = [
  ['build', '--outDir', 'dist/client'],
  ['build', '--ssr', 'server.ts', '--outDir', 'dist/server'],
];
const run = promisify(execFile);

interface PackageFile {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const readPackage = async (folder: string): Promise<PackageFile> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFile;

export class ExampleApp {
  readonly dir: string;

  private constructor(dir: string) {
    this.dir = dir;
  }

  static async install(): Promise<ExampleApp> {
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'workflow-example-')));
    await cp(EXAMPLE, dir, { recursive: true, filter: (source) => !MADE_FOLDERS.test(source) });
    const app = new ExampleApp(dir);
    await app.#installPackages();
    return app;
  }

  /** `npm run dev`, without a key if `env` has none. */
  async toDevelopmentServer(env: Record<string, string> = {}): Promise<ServerProcess> {
    const port = await findFreePort();
    const args = ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];
    return this.#toServer({ script: this.#vite, args, port, env });
  }

  /** `npm run build` and `npm start`, without a key. */
  async toProductionServer(): Promise<ServerProcess> {
    for (const args of BUILDS) {
      await run(process.execPath, [this.#vite, ...args], { cwd: this.dir, env: cleanEnvironment() });
    }
    return this.#toServer({
      script: join(this.dir, 'dist/server/server.js'),
      args: [],
      port: await findFreePort(),
      env: {},
    });
  }

  /** The compiler's words about the example; empty when nothing is wrong. */
  async findMistakesOfTypes(): Promise<string> {
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', this.dir]).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  }

  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }

  get #vite(): string {
    return join(this.dir, 'node_modules/vite/bin/vite.js');
  }

  #toServer({ env, ...options }: Omit<ServerProcessOptions, 'cwd'>): ServerProcess {
    const settings = { PORT: String(options.port), OPENAI_API_KEY: '', ...env };
    return new ServerProcess({ ...options, cwd: this.dir, env: settings });
  }

  /** The dependencies that the example declares, and those of the package itself. */
  async #installPackages(): Promise<void> {
    const example = await readPackage(EXAMPLE);
    const { dependencies } = await readPackage(REPOSITORY);
    const names = new Set(Object.keys({ ...example.dependencies, ...example.devDependencies, ...dependencies }));
    names.delete('workflow');
    for (const name of names) {
      const link = join(this.dir, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(REPOSITORY, 'node_modules', name), link);
    }
    for (const part of ['dist', 'package.json']) {
      await cp(join(REPOSITORY, part), join(this.dir, 'node_modules/workflow', part), { recursive: true });
    }
  }
}
