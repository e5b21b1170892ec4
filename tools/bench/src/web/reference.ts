import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { phone, throttle } from './conditions.js';
import { type Observations, observe } from './in-page.js';
import { Transfers } from './transfers.js';

/** The first picture of a page, as a phone shows it: CSS pixels. */
export interface FirstPicture {
  url: string;
  width: number;
  height: number;
}

const QUIET_MS = 300;
const LOAD_TIMEOUT_MS = 20_000;

/** Returns the picture that the shell waits for, too. */
export const firstPictureOf = (page: Page): Promise<FirstPicture | undefined> =>
  page.evaluate(() => {
    const picture = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].find(
      (image) => image.offsetParent !== null,
    );
    if (!picture) return undefined;
    const { width, height } = picture.getBoundingClientRect();
    // A picture as large as the viewport is no LCP candidate.
    const shown = Math.min(height, window.innerHeight / 2);
    return { url: picture.currentSrc, width: Math.round(width), height: Math.round(shown) };
  });

/**
 * Serves a page of one picture without styles and scripts: what phone and network allow at this hour.
 */
export class ReferencePage {
  private constructor(
    private readonly server: Server,
    private readonly address: string,
  ) {}

  static async serve({ url, width, height }: FirstPicture): Promise<ReferencePage> {
    const response = await fetch(url, { headers: { accept: 'image/avif,image/webp,*/*' } });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const picture = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? 'image/avif';
    const html = `<!doctype html><meta name="viewport" content="width=device-width"><title>Reference</title>
<img src="/picture" alt="" width="${width}" height="${height}" fetchpriority="high">`;
    const server = createServer((request, reply) => {
      if (request.url === '/picture') reply.writeHead(200, { 'content-type': type }).end(picture);
      else if (request.url === '/') reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      else reply.writeHead(404).end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new ReferencePage(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  /** Returns its LCP in ms, on a first visit. */
  async measure(browser: Browser): Promise<number> {
    const context = await browser.newContext(phone);
    try {
      await context.addInitScript(observe);
      const page = await context.newPage();
      const transfers = new Transfers(await throttle(page));
      await page.goto(this.address, { waitUntil: 'load' });
      await transfers.waitUntilQuiet(QUIET_MS, LOAD_TIMEOUT_MS);
      return (await page.evaluate(() => window.observations as Observations)).lcp.at;
    } finally {
      await context.close();
    }
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
