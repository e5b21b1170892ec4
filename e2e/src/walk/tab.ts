import { expect, type BrowserContext, type Page } from '@playwright/test';
import { storageKeys } from '@rangavalli/contracts/browser';
import { install } from './in-page.js';
import type { Scene } from './table.js';

/** The page has come to rest when nothing was loaded and nothing changed for this long, ms. */
const QUIET_MS = 120;

/** A page that has not come by then does not come, ms: the first one brings all scripts, perhaps on a busy machine. */
const LOADED_MS = 30_000;
/** A test reaches no stranger's service: what is asked of them fails. */
const STRANGERS = /translate\.google/;

/** A browser tab of one visitor that knows what goes wrong in it, and when it has come to rest. */
export class Tab {
  /** Errors of the console and failed answers since `open`, but for the expected ones. */
  readonly problems: string[] = [];
  /** Whether anything was asked of the API since it was opened that may have changed data. */
  wrote = false;
  /** What happened outside of the document: another tab, a download, a call. */
  readonly effects: string[] = [];
  private readonly pending = new Set<unknown>();

  private constructor(
    readonly page: Page,
    readonly scene: Scene,
    private readonly expected: readonly RegExp[],
  ) {
    const problem = (text: string) => {
      if (![STRANGERS, ...this.expected].some((pattern) => pattern.test(text))) this.problems.push(text);
    };
    page.on(
      'console',
      (message) => message.type() === 'error' && problem(`console: ${message.text()} (${message.location().url})`),
    );
    page.on('pageerror', (error) => problem(`error: ${error}`));
    page.on(
      'response',
      (answer) => answer.status() >= 400 && problem(`${answer.status()} ${answer.request().method()} ${answer.url()}`),
    );
    page.on('request', (request) => {
      this.pending.add(request);
      if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) this.wrote = true;
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
      this.effects.push(`asks: ${dialog.message()}`);
      void dialog.accept();
    });
  }

  /** A tab of the scene's visitor, with nothing in it yet. */
  static async of(
    context: BrowserContext,
    scene: Scene,
    width: number,
    expected: readonly RegExp[] = [],
  ): Promise<Tab> {
    const page = await context.newPage();
    const { person } = scene;
    await page.addInitScript(install, {
      ...(person ? { [storageKeys.token]: person.token, [storageKeys.user]: JSON.stringify(person.user) } : {}),
      ...scene.storage,
    });
    await page.setViewportSize({ width, height: 900 });
    return new Tab(page, scene, expected);
  }

  /** Opens the scene anew, whatever was there, and waits until it has come to rest. */
  async open(): Promise<void> {
    // A new document even where only the part behind # would differ.
    await this.page.goto('about:blank');
    await this.page.goto(this.scene.path);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: LOADED_MS });
    // The browser leaves out of the page's text what it has not drawn because it is far down.
    await this.page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
    await this.rest();
    await this.scene.open?.(this.page);
    if (this.scene.open) await this.rest();
    this.wrote = false;
  }

  /** Waits until nothing is on its way and nothing moves. */
  async rest(): Promise<void> {
    await expect
      .poll(() => this.pending.size, {
        intervals: [20, 20, 50, 100],
        timeout: LOADED_MS,
        message: 'requests that were not answered',
      })
      .toBe(0);
    await this.page.waitForFunction((quiet) => performance.now() - window.walk.lastChange > quiet, QUIET_MS);
    if (this.pending.size > 0) await this.rest();
  }

  /** To the end of the page and back, step by step, so that everything that waits to be seen comes. */
  async scrollThrough(): Promise<void> {
    await this.page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
        scrollTo({ top, behavior: 'instant' });
        await frame();
      }
      scrollTo({ top: 0, behavior: 'instant' });
      await frame();
    });
    await this.rest();
  }
}
