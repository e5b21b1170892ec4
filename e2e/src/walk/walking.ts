import { test as base, type BrowserContext } from '@playwright/test';
import type { Row, Scene } from './table.js';

/** The scenes of a worker: made once, and anew after a click has changed what lies behind one. */
class Scenes {
  private readonly made = new Map<Row['scene'], Promise<Scene>>();

  of({ scene }: Row): Promise<Scene> {
    const made = this.made.get(scene) ?? Promise.resolve(scene());
    this.made.set(scene, made);
    return made;
  }

  spoil({ scene }: Row): void {
    this.made.delete(scene);
  }
}

/** One browser context for all pages of a worker, so that the store's scripts are fetched once; a tab brings its own storage. */
export const test = base.extend<object, { tabs: BrowserContext; scenes: Scenes }>({
  tabs: [
    async ({ browser }, use) => {
      // Without motion nothing is half faded or on its way when it is looked at.
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
        baseURL: process.env.STORE_URL ?? 'http://localhost:8080',
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  scenes: [async ({ browser: _browser }, use) => use(new Scenes()), { scope: 'worker' }],
});
