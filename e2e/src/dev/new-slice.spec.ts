// `npm run new:remote` and `new:service` in a copy of the project: the generated slices pass the checks and run.
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePort, ProjectCopy } from './project-copy.js';

const BUILD_TIMEOUT_MS = 600_000;
const CHANGE_TIMEOUT_MS = 120_000;
test.describe.configure({ mode: 'serial', timeout: BUILD_TIMEOUT_MS });

let copy: ProjectCopy;

test.beforeAll(() => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  copy = new ProjectCopy();
});

test.afterAll(async () => {
  await copy.remove();
});

test('a new remote and a new service pass the checks', async () => {
  await copy.run('node_modules/typescript/bin/tsc', '-b', 'tools/new-slice');
  await copy.run('tools/new-slice/dist/main.js', 'remote', 'mf-tryout');
  await copy.run('tools/new-slice/dist/main.js', 'service', 'tryouts');
  await expect(copy.run('tools/new-slice/dist/main.js', 'service', 'tryouts')).rejects.toThrow('tryouts exists.');
  await copy.run(
    'tools/store/bootstrap.mjs',
    'test',
    '--only',
    'lint,types,unit',
    '--',
    'services/tryouts',
    'mf-tryout',
    'store/src/checks',
    'gateway/src/docs',
    'contract/scan',
    'contracts/src',
  );
  for (const slice of ['mf-tryout', 'tryouts'])
    expect(await copy.run('tools/release/dist/contract/main.js', slice)).toContain(`${slice} 0.1.0`);
});

test('they are part of the started store', async ({ page }) => {
  const port = await findFreePort();
  const address = `http://localhost:${port}`;
  const env = { DATA_DIR: path.join(copy.folder, '.data'), PORT: String(port), RATE_LIMIT: 'off' };
  await copy.start(/^ready /m, ['tools/store/bootstrap.mjs', 'start'], '.', env);
  await page.goto(`${address}/tryout`);
  await expect(page.getByRole('heading', { name: 'Tryout' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'See all products' })).toBeVisible();

  const post = (where: string, body: object, token?: string) =>
    fetch(`${address}/api${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const person = { name: 'Asha Rao', email: `asha-${Date.now()}@example.com`, password: 'a long enough password' };
  await post('/users/register', person);
  const { token } = (await (await post('/users/login', person)).json()) as { token: string };
  expect((await post('/tryouts/add', { text: 'Soft from the first wear' }, token)).status).toBe(201);
  const own = async () =>
    (await (await fetch(`${address}/api/tryouts`, { headers: { authorization: `Bearer ${token}` } })).json()) as object;
  expect(await own()).toMatchObject({ success: true, entries: [{ text: 'Soft from the first wear' }] });
  expect((await fetch(`${address}/api/tryouts`)).status).toBe(401);

  // `npm run dev` of one service replaces the running store's process until it stops.
  const end = await copy.start(
    /Compiling after every change: services.tryouts/,
    ['../../tools/store/bootstrap.mjs', 'dev', 'tryouts'],
    'services/tryouts',
    env,
  );
  copy.edit(
    'services/tryouts/src/entries/entries.service.ts',
    'toHexString(),\n  text,',
    'toHexString(),\n  text: text.toUpperCase(),',
  );
  await expect(async () =>
    expect(await own()).toMatchObject({ entries: [{ text: 'SOFT FROM THE FIRST WEAR' }] }),
  ).toPass({ timeout: CHANGE_TIMEOUT_MS });
  await end();
  await expect(() => expect(copy.output).toContain('tryouts is run by the store again')).toPass({
    timeout: CHANGE_TIMEOUT_MS,
  });
  expect(await own()).toMatchObject({ success: true });
});
