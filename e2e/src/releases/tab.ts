import { type Browser, expect, type Page } from '@playwright/test';

/** An open tab of a visitor of their own; what fails in it is noted. */
export class Tab {
  readonly failures: string[] = [];
  /** Addresses of remotes' files that it has fetched. */
  readonly fetched: string[] = [];

  private constructor(readonly page: Page) {
    page.on('requestfailed', (request) => {
      // What the page itself no longer wanted when it went elsewhere.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.failures.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/remotes/')) this.fetched.push(pathname);
      if (response.status() >= 400) this.failures.push(`${response.url()}: ${response.status()}`);
    });
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  /** A new visitor opens an address. */
  static async open(browser: Browser, address: string): Promise<Tab> {
    const tab = new Tab(await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage());
    await tab.page.goto(address);
    return tab;
  }

  /** Follows a link of the page: nothing is loaded anew. */
  async toPattuSarees(): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Pattu Sarees' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Pattu Sarees' })).toBeVisible();
  }

  async toAProduct(): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(this.page).toHaveURL(/\/product\//);
    await expect(this.page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText('Pattu Sarees');
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
