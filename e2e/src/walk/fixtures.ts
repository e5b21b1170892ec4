import { test as base, type BrowserContext } from '@playwright/test';
import type { Row, Scene } from './row.js';
import { LOAD_TIMEOUT_MS } from './tab.js';

/** A worker's scenes, created once each and again after a click has changed their data. */
class Scenes {
  private readonly created = new Map<Row['scene'], Promise<Scene>>();

  of({ scene }: Row): Promise<Scene> {
    const created = this.created.get(scene) ?? Promise.resolve(scene());
    this.created.set(scene, created);
    return created;
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
