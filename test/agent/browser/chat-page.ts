/** The page of `page/`, built as an application builds it, in a real browser. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const CHROMIUM_PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
const { version: VERSION } = JSON.parse(readFileSync(CHROMIUM_PACKAGE, 'utf8')) as { version: string };
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Browsers of closed networks must not look for anything but the page. */
const FLAGS = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export interface BuiltPage {
  /** Answers requests for files of the page; `null`: it has no such file. */
  serve(request: Request): Response | null;
  remove(): void;
}

/** Builds for development, in which React mounts everything twice. */
export async function buildPage(): Promise<BuiltPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'workflow-page-'));
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: { 'workflow/agent/chat-transport': join(ROOT, 'agent/entries/chat-transport.ts') },
    },
    build: { outDir, emptyOutDir: true, minify: false },
  });
  const fileOf = (url: string): string => {
    const { pathname } = new URL(url);
    return join(outDir, pathname === '/' ? 'index.html' : pathname);
  };
  return {
    remove: () => rmSync(outDir, { recursive: true, force: true }),
    serve({ url }) {
      const file = fileOf(url);
      if (!existsSync(file) || !statSync(file).isFile()) return null;
      return new Response(readFileSync(file), { headers: { 'content-type': TYPES[extname(file)] ?? 'text/plain' } });
    },
  };
}

export async function openBrowser(): Promise<Browser> {
  return await playwright.launch({ executablePath: await unpackBrowser(), args: FLAGS, headless: true });
}

/**
 * It is a packed file of its package. Unpacked aside and then moved as a whole, because several tests may come for it
 * at once.
 */
async function unpackBrowser(): Promise<string> {
  const shared = join(tmpdir(), `workflow-chromium-${VERSION}`);
  const executable = join(shared, 'chromium');
  if (existsSync(executable)) return executable;
  const aside = mkdtempSync(join(tmpdir(), 'workflow-chromium-'));
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = aside;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  try {
    renameSync(aside, shared);
  } catch {
    // Another test was first.
    rmSync(aside, { recursive: true, force: true });
  }
  return executable;
}

/** The actions of a person on the page. */
export class ChatPage {
  readonly page: Page;
  /** Errors of the page itself. */
  readonly problems: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(String(error)));
  }

  async say(text: string): Promise<void> {
    await this.page.getByPlaceholder('Message').fill(text);
    await this.page.getByRole('button', { name: 'Send' }).click();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Resolves when the last message of the agent reads so. */
  async untilAnswer(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const paragraphs = [...document.querySelectorAll('li.assistant:last-of-type p')];
      return paragraphs.map(({ textContent }) => textContent).join('|') === wanted;
    }, text);
  }

  async untilStatus(status: string): Promise<void> {
    await this.page.waitForSelector(`.status[data-status="${status}"]`);
  }

  async untilTool(state: string): Promise<void> {
    await this.page.waitForSelector(`.tool[data-state="${state}"]`);
  }

  async count(role: 'user' | 'assistant'): Promise<number> {
    return await this.page.locator(`li.${role}`).count();
  }
}
