/** The actions of a person on the page of `examples/agent`. */
import type { Browser, Page } from 'playwright-core';
import { WAIT } from '../../time-limits.ts';

export class DeskPage {
  readonly page: Page;
  /** Errors of the page itself. */
  readonly problems: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(String(error)));
  }

  static async open(browser: Browser, url: string): Promise<DeskPage> {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    page.setDefaultTimeout(WAIT.timeout);
    const desk = new DeskPage(page);
    await page.goto(url);
    return desk;
  }

  async ask(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Message' }).fill(text);
    await this.press('Send');
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Resolves when the conversation has it. */
  async sees(text: string): Promise<void> {
    await this.page.getByRole('log').getByText(text).waitFor();
  }

  async untilReady(): Promise<void> {
    await this.page.getByRole('status').getByText('Ready').waitFor();
  }

  /** How often the conversation has it. */
  async count(text: string): Promise<number> {
    const conversation = (await this.page.getByRole('log').textContent()) ?? '';
    return conversation.split(text).length - 1;
  }

  /** Messages in the conversation, by who wrote them. */
  async speakers(): Promise<string[]> {
    return await this.page.getByRole('log').locator('.speaker').allTextContents();
  }
}
