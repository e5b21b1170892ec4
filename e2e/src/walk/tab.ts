import { expect, type BrowserContext, type Page } from '@playwright/test';
import { storageKeys } from '@rangavalli/contracts/browser';
import { install } from './in-page.js';
import type { Scene } from './row.js';

/** A page has settled when nothing has loaded or changed for this long. */
const QUIET_MS = 120;
/** Includes a worker's first load of all scripts on a busy machine. */
export const LOAD_TIMEOUT_MS = 30_000;
/** Tests do not reach third-party services: their requests fail. */
const THIRD_PARTIES = /translate\.google/;

export class Tab {
  readonly problems: string[] = [];
  /** Whether a request since `open` may have changed data. */
  hasWritten = false;
  readonly effects: string[] = [];
  private readonly pending = new Set<unknown>();

  private constructor(
    readonly page: Page,
    readonly scene: Scene,
    expected: readonly RegExp[],
  ) {
    const record = (problem: string) => {
      if (![THIRD_PARTIES, ...expected].some((pattern) => pattern.test(problem))) this.problems.push(problem);
    };
    page.on(
      'console',
      (message) => message.type() === 'error' && record(`console: ${message.text()} (${message.location().url})`),
    );
    page.on('pageerror', (error) => record(`error: ${error}`));
    page.on(
      'response',
      (response) =>
        response.status() >= 400 && record(`${response.status()} ${response.request().method()} ${response.url()}`),
    );
    page.on('request', (request) => {
      // Page speed, of a sample of page loads.
      if (request.resourceType() === 'ping') return;
      this.pending.add(request);
      if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) this.hasWritten = true;
      if (['fetch', 'xhr', 'document'].includes(request.resourceType()))
        this.effects.push(`${request.method()} ${request.url()}`);
    });
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
    page.on('download', () => this.effects.push('download'));
    page.on('filechooser', () => this.effects.push('file chooser'));
    page.on('popup', (popup) => {
      this.effects.push('new tab');
      void popup.close();
    });
    page.on('dialog', (dialog) => {
      this.effects.push(`dialog: ${dialog.message()}`);
      void dialog.accept();
    });
  }

  static async create(
    context: BrowserContext,
    scene: Scene,
    width: number,
    expected: readonly RegExp[] = [],
  ): Promise<Tab> {
    const page = await context.newPage();
    const { person } = scene;
    await page.addInitScript(install, {
      ...(person && { [storageKeys.token]: person.token, [storageKeys.user]: JSON.stringify(person.user) }),
    });
    await page.setViewportSize({ width, height: 900 });
    return new Tab(page, scene, expected);
  }

  async open(): Promise<void> {
    // Forces a new document where only the URL's fragment would differ. Elsewhere it would only cost a new process.
    if (this.scene.path.includes('#')) await this.page.goto('about:blank');
    await this.page.goto(this.scene.path);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: LOAD_TIMEOUT_MS });
    // innerText lacks what the browser has not laid out below the fold.
    await this.page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
    await this.settle();
    await this.scene.open?.(this.page);
    if (this.scene.open) await this.settle();
    this.hasWritten = false;
  }

  async settle(): Promise<void> {
    await expect
      .poll(() => this.pending.size, {
        intervals: [20, 20, 50, 100],
        timeout: LOAD_TIMEOUT_MS,
        message: 'requests without a response',
      })
      .toBe(0);
    // A headless browser may draw no frames for a while, for which polling by frames would wait.
    await this.page.waitForFunction((quiet) => performance.now() - window.walk.lastChange > quiet, QUIET_MS, {
      polling: QUIET_MS / 2,
    });
    if (this.pending.size > 0) await this.settle();
  }

  /** Scrolls to the end and back, so that lazy content loads. */
  async scrollThrough(): Promise<void> {
    await this.page.evaluate(async () => {
      // A headless browser may draw no frames for a while, on a busy machine.
      const frame = () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
          setTimeout(resolve, 500);
        });
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
        scrollTo({ top, behavior: 'instant' });
        await frame();
      }
      scrollTo({ top: 0, behavior: 'instant' });
      await frame();
    });
    await this.settle();
  }
}
