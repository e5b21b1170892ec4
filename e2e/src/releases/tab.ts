import { type Browser, expect, type Page } from '@playwright/test';

/** A new visitor's tab that records failures. */
export class Tab {
  readonly failures: string[] = [];
  /** Paths of remotes' files that it has requested. */
  readonly remoteFiles: string[] = [];

  private constructor(readonly page: Page) {
    page.on('requestfailed', (request) => {
      // Navigation aborts the previous page's requests.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.failures.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/remotes/')) this.remoteFiles.push(pathname);
      if (response.status() >= 400) this.failures.push(`${response.url()}: ${response.status()}`);
    });
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  static async open(browser: Browser, path: string): Promise<Tab> {
    const tab = new Tab(await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage());
    await tab.page.goto(path);
    return tab;
  }

  /** Follows a link, without loading a new document. */
  async openPattuSarees(): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Pattu Sarees' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Pattu Sarees' })).toBeVisible();
  }

  async openProduct(): Promise<void> {
    const main = this.page.getByRole('main');
    await main.getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(this.page).toHaveURL(/\/product\//);
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText('Pattu Sarees');
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
