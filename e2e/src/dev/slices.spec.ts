// `npm test -w <slice>` as the first command in a bare clone, for every slice.
import { expect, test } from '@playwright/test';
import { services } from '@rangavalli/contracts/call';
import { remotes } from '@rangavalli/contracts/fragments';
import { FreshClone } from './fresh-clone.js';
import { runDocumented } from './guide.js';

/** Seconds, with the installation of packages. */
const FRONTEND_LIMIT_S = 60;
const SERVICE_LIMIT_S = 120;

const frontends = ['shell', ...Object.values(remotes).map(({ slice }) => slice)];
const limits = [
  ...frontends.map((folder) => [folder, FRONTEND_LIMIT_S] as const),
  ...['gateway', ...services.map((name) => `services/${name}`)].map((folder) => [folder, SERVICE_LIMIT_S] as const),
];

for (const [folder, limit] of limits)
  test(`npm test -w ${folder} passes in a bare clone within ${limit} s and leaves no process`, async () => {
    test.setTimeout(1_800_000);
    const clone = new FreshClone();
    try {
      const startedAt = performance.now();
      await runDocumented(clone, `npm test -w ${folder}`);
      expect((performance.now() - startedAt) / 1000).toBeLessThanOrEqual(limit);
    } finally {
      await clone.remove();
    }
  });
