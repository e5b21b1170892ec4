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
/** Chromium treats pages from interception as public ones, which may not open a local payment window. */
const servesPages = {
  launchOptions: { ...launchOptions, args: [...chromiumArgs, '--disable-features=LocalNetworkAccessChecks'] },
};

/**
 * Tests a running store: its URL is STORE_URL, its files RUN_JSON and ACCOUNTS_JSON. The walk needs stable data, and
 * drills kill processes: projects run one after the other.
 */
export default defineConfig<{ releases: Releases }>({
  testDir: 'src',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // `npm test` reports retries. Projects that look for races have none: a second attempt would hide them.
  retries: 1,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    baseURL: process.env.STORE_URL ?? 'http://localhost:8080',
    // Recording every first attempt would slow all tests down.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // Service workers would bypass intercepted calls.
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
    { name: 'security', testMatch: 'security/*.spec.ts', dependencies: ['walk'], retries: 0 },
    { name: 'fuzz', testMatch: 'fuzz/*.spec.ts', dependencies: ['security'], workers: 1, retries: 0 },
    { name: 'drills', testMatch: 'drills/*.spec.ts', dependencies: ['fuzz'], workers: 1, retries: 0 },
    {
      name: 'releases',
      testMatch: 'releases/*.spec.ts',
      dependencies: ['drills'],
      workers: 1,
      use: { serviceWorkers: 'allow' },
    },
    // `npm run skew` builds the shell and remotes of an earlier commit.
    ...(process.env.PREVIOUS_FRONTENDS
      ? [
          {
            name: 'previous-shell',
            testMatch: 'shop/journey.spec.ts',
            use: { ...servesPages, releases: 'previous shell' as const },
          },
          {
            name: 'previous-remotes',
            testMatch: 'shop/journey.spec.ts',
            use: { ...servesPages, releases: 'previous remotes' as const },
          },
        ]
      : []),
    // `npm run test:dev`; starts its own store.
    ...(process.env.DEV_DAY ? [{ name: 'dev', testMatch: 'dev/*.spec.ts', workers: 1, retries: 0 }] : []),
    // Started by `long-drills/partition.spec.ts`, in network namespaces.
    ...(process.env.HOST_NETWORK ? [{ name: 'partition', testMatch: 'partition/*.spec.ts', retries: 0 }] : []),
    // `npm run walk`.
    ...(process.env.WHOLE_WALK ? [{ name: 'messages', testMatch: 'shop/messages.spec.ts' }] : []),
    // `npm run drill`.
    ...(process.env.LONG_DRILLS
      ? [
          {
            name: 'long-drills',
            testMatch: ['long-drills/*.spec.ts', 'drills/rolling.spec.ts'],
            workers: 1,
            retries: 0,
          },
        ]
      : []),
  ],
});
