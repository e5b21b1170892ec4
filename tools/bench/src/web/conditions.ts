// Phone and network are those of other shops' published figures.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

const KBIT = 1_000 / 8;

/** A mid-range phone, CSS pixels. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** A busy 4G network: latency in ms, throughput in bytes per second. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600 * KBIT, uploadThroughput: 750 * KBIT };

const CPU_SLOWDOWN = 4;

export const conditions = {
  viewport: phone.viewport,
  downKbps: 1_600,
  upKbps: 750,
  latencyMs: network.latency,
  cpuSlowdown: CPU_SLOWDOWN,
};

export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

/** Throttles the context's service workers. Uses a deprecated command: Playwright has no CDP sessions of workers. */
export async function throttleWorkers(context: BrowserContext): Promise<void> {
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
