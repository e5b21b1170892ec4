// `npm run new:remote` and `npm run new:service` in a copy of the project: what they make passes its checks, and runs.
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Commands, findFreePort } from './commands.js';
import { Copy } from './copy.js';

/** Everything is compiled and bundled anew, for the contracts have changed. */
const MADE_MS = 600_000;
/** The compiler and a restart on a busy machine. */
const SEEN_MS = 120_000;
test.describe.configure({ mode: 'serial', timeout: MADE_MS });

let copy: Copy;
let commands: Commands;

test.beforeAll(() => {
  test.setTimeout(MADE_MS);
  copy = new Copy();
  commands = new Commands(copy);
});

test.afterAll(async () => {
  await commands.end();
  copy.remove();
});

test('a new remote and a new service pass the checks, with all that is said of slices', async () => {
  await commands.run('node_modules/typescript/bin/tsc', '-b', 'tools/new-slice');
  await commands.run('tools/new-slice/dist/main.js', 'remote', 'mf-tryout');
  await commands.run('tools/new-slice/dist/main.js', 'service', 'tryouts');
  await expect(commands.run('tools/new-slice/dist/main.js', 'service', 'tryouts')).rejects.toThrow(
    'There is a tryouts already.',
  );
  await commands.run(
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
    expect(await commands.run('tools/release/dist/contract/main.js', slice)).toContain(`${slice} 0.1.0`);
});

test('they are part of the store that starts', async ({ page }) => {
  const port = await findFreePort();
  const address = `http://localhost:${port}`;
  const env = { DATA_DIR: path.join(copy.folder, '.data'), PORT: String(port), RATE_LIMIT: 'off' };
  await commands.startedWhen(/^ready /m, ['tools/store/bootstrap.mjs', 'start'], '.', env);
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

  // One service alone: its edits are answered by the store that runs, and at the end the store has it back.
  const end = await commands.startedWhen(
    /Compiled at every change: services.tryouts/,
    ['../../tools/store/bootstrap.mjs', 'dev', 'tryouts'],
    'services/tryouts',
    env,
  );
  copy.edit(
    'services/tryouts/src/entries/entries.service.ts',
    'toHexString(), text,',
    'toHexString(), text: text.toUpperCase(),',
  );
  await expect(async () =>
    expect(await own()).toMatchObject({ entries: [{ text: 'SOFT FROM THE FIRST WEAR' }] }),
  ).toPass({ timeout: SEEN_MS });
  await end();
  await expect(() => expect(commands.said).toContain("tryouts is the store's again")).toPass({ timeout: SEEN_MS });
  expect(await own()).toMatchObject({ success: true });
});
