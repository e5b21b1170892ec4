import { defineConfig } from '@playwright/test';
import type { Releases } from './src/support/releases.js';

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launchOptions = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: chromiumArgs };
/**
 * A page that the test hands out counts as one of the public internet, from which Chromium opens nothing on this machine: no
 * payment window either.
 */
const handsOutPages = {
  launchOptions: { ...launchOptions, args: [...chromiumArgs, '--disable-features=LocalNetworkAccessChecks'] },
};

/**
 * Runs against a started store: STORE_URL its storefront, RUN_JSON and ACCOUNTS_JSON its files (`npm test` sets all three).
 * The walk looks at every page while nobody else changes anything. Drills end processes, so that they run alone, after everything
 * else; releases come last.
 */
export default defineConfig<{ releases: Releases }>({
  testDir: 'src',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A second try, and said (`npm test` counts them): what is wrong fails twice.
  retries: 1,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    baseURL: process.env.STORE_URL ?? 'http://localhost:8080',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // A test takes over calls of the page, and a service worker's calls are none of its: tests that are about it, or about releases, let it come.
    serviceWorkers: 'block',
    launchOptions,
  },
  projects: [
    { name: 'shop', testMatch: 'shop/*.spec.ts' },
    {
      name: 'walk',
      testMatch: 'walk/*.spec.ts',
      dependencies: ['shop'],
      fullyParallel: true,
      use: { trace: 'off', screenshot: 'off' },
    },
    { name: 'security', testMatch: 'security/*.spec.ts', dependencies: ['walk'] },
    { name: 'fuzz', testMatch: 'fuzz/*.spec.ts', dependencies: ['security'], workers: 1 },
    { name: 'drills', testMatch: 'drills/*.spec.ts', dependencies: ['fuzz'], workers: 1 },
    {
      name: 'releases',
      testMatch: 'releases/*.spec.ts',
      dependencies: ['drills'],
      workers: 1,
      use: { serviceWorkers: 'allow' },
    },
    // With shell or remotes of an earlier commit, which `npm run skew` has built.
    ...(process.env.PREVIOUS_FRONTENDS
      ? [
          {
            name: 'previous-shell',
            testMatch: 'shop/journey.spec.ts',
            use: { ...handsOutPages, releases: 'previous shell' as const },
          },
          {
            name: 'previous-remotes',
            testMatch: 'shop/journey.spec.ts',
            use: { ...handsOutPages, releases: 'previous remotes' as const },
          },
        ]
      : []),
    // It brings a store of its own: `npm run test:dev`.
    ...(process.env.DEV_DAY ? [{ name: 'dev', testMatch: 'dev/*.spec.ts', workers: 1, retries: 0 }] : []),
    // Too long for `npm test`: `npm run drill` asks for them.
    ...(process.env.LONG_DRILLS ? [{ name: 'long-drills', testMatch: 'long-drills/*.spec.ts', workers: 1 }] : []),
  ],
});
