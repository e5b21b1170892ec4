import { test as base, type BrowserContext } from '@playwright/test';
import type { Row, Scene } from './row.js';
import { LOAD_TIMEOUT_MS } from './tab.js';

/** A scene's token may have been in use for 5 minutes before (`admin`), and is valid for 15. */
const MAX_AGE_MS = 420_000;

/** A worker's scenes, created again after a click has changed their data and before their tokens expire. */
class Scenes {
  private readonly created = new Map<Row['scene'], { at: number; scene: Promise<Scene> }>();

  of({ scene }: Row): Promise<Scene> {
    const known = this.created.get(scene);
    if (known && Date.now() - known.at < MAX_AGE_MS) return known.scene;
    const created = { at: Date.now(), scene: Promise.resolve(scene()) };
    this.created.set(scene, created);
    return created.scene;
  }

  discard({ scene }: Row): void {
    this.created.delete(scene);
  }
}

/** One browser context per worker, so that scripts are loaded once; each tab sets its own storage. */
export const test = base.extend<object, { tabs: BrowserContext; scenes: Scenes }>({
  tabs: [
    async ({ browser }, use) => {
      // Without motion nothing is half faded or moving during an inspection.
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        // A context of a worker does not get this from the configuration: a new release would reload pages.
        serviceWorkers: 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
        baseURL: process.env.STORE_URL ?? 'http://localhost:8080',
      });
      context.setDefaultTimeout(LOAD_TIMEOUT_MS);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  scenes: [async ({ browser: _browser }, use) => use(new Scenes()), { scope: 'worker' }],
});
