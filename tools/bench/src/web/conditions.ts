// The phone and the network that pages are measured with: issue and peers name the same, so that figures can be compared.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

const KBIT = 1_000 / 8;

/** A mid-range phone in the hand, CSS pixels. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** 4G with many on it: bytes a second each way, and ms until the first byte of an answer can be there. */
export const network = { offline: false, latency: 150, downloadThroughput: 1_600 * KBIT, uploadThroughput: 750 * KBIT };

/** A mid-range phone computes at a quarter of this machine's speed. */
export const CPU_SLOWDOWN = 4;

/** Slows a tab's network and processor down. @returns its protocol session, with the network's events on */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

/**
 * Slows the context's service workers down too: what they fetch does not pass through the tab.
 * The protocol's old way to a target of another kind, for Playwright hands out sessions of pages only.
 */
export async function slowDownWorkers(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (!browser || context.serviceWorkers().length === 0) return;
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    for (const [id, method, params] of [
      [1, 'Network.enable', {}],
      [2, 'Network.emulateNetworkConditions', network],
    ] as const) {
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    }
  }
}
