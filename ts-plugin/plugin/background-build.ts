/** Builds beside the editor, in a process of their own: a bundler must not be loaded into the editor's. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuildAnswer, BuildQuestion } from '../analysis/project/build-sources.ts';

/** The timers of the editor. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The editor is not asked for anything that long before a build begins. */
const QUIET_MS = 1000;

/** From the sources, and from the package. */
const MODULES = ['../language-server/build-process.ts', './language-server/build-process.js'];

interface BackgroundBuildOptions {
  timers: Timers;
  question: () => BuildQuestion;
  onAnswer: (answer: BuildAnswer) => void;
  log: (text: string) => void;
}

/** Builds the files on disk while the editor is idle. */
export class BackgroundBuild {
  readonly #options: BackgroundBuildOptions;
  #child: ChildProcess | null = null;
  #timer: unknown = null;
  #asked = '';
  #hasFailed = false;

  constructor(options: BackgroundBuildOptions) {
    this.#options = options;
  }

  /** Asks for a build when the editor has been idle for a second. Call it whenever the editor asks for something. */
  request(): void {
    if (this.#hasFailed) return;
    const { timers } = this.#options;
    if (this.#timer !== null) timers.clearTimeout(this.#timer);
    this.#timer = timers.setTimeout(() => this.#ask(), QUIET_MS);
  }

  /** Ends the process. */
  close(): void {
    if (this.#timer !== null) this.#options.timers.clearTimeout(this.#timer);
    this.#hasFailed = true;
    this.#child?.kill();
  }

  /** The process follows files on disk by itself, so it is asked again only when something else is to be built. */
  #ask(): void {
    this.#timer = null;
    const question = this.#options.question();
    const text = JSON.stringify(question);
    if (text === this.#asked || (this.#asked === '' && question.sources.length === 0)) return;
    this.#asked = text;
    this.#child ??= this.#start();
    this.#child?.send(question);
  }

  #start(): ChildProcess | null {
    const path = MODULES.map((module) => fileURLToPath(new URL(module, import.meta.url))).find(existsSync);
    if (path === undefined) return null;
    const child = fork(path, { stdio: 'ignore', execArgv: [] });
    child.on('message', (answer: BuildAnswer) => this.#options.onAnswer(answer));
    child.on('error', (error) => this.#fail(error.message));
    child.on('exit', (code) => this.#fail(`its process ended with ${code}`));
    // The editor ends without waiting for it.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #fail(reason: string): void {
    if (!this.#hasFailed) this.#options.log(`findings of the build are missing: ${reason}`);
    this.#hasFailed = true;
  }
}
