// A new team: generates a remote and a service by the guide in a fresh clone, tests, starts and releases them.
import { expect, test } from '@playwright/test';
import { run } from '../support/store.js';
import { findFreePort, FreshClone } from './fresh-clone.js';
import { Guide } from './guide.js';

const JOURNEY_TIMEOUT_MS = 3_600_000;
const CHANGE_TIMEOUT_MS = 120_000;
/** With two spaces, which the guide's edit of the service replaces. */
const TEXT = 'A  video call on Saturday';
test.describe.configure({ mode: 'serial', timeout: JOURNEY_TIMEOUT_MS });

let clone: FreshClone;
let guide: Guide;

test.beforeAll(async () => {
  clone = new FreshClone();
  guide = new Guide(clone, 'docs/how-to/add-a-slice.md', { 'npm start': { PORT: String(await findFreePort()) } });
});
test.afterAll(() => clone.remove());

const post = (where: string, body: object, token?: string) =>
  fetch(`${run().api}${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

async function registerReader(): Promise<() => Promise<unknown>> {
  const person = { name: 'Asha Rao', email: `asha-${Date.now()}@example.com`, password: 'a long enough password' };
  await post('/users/register', person);
  const { token } = (await (await post('/users/login', person)).json()) as { token: string };
  expect((await post('/appointments/add', { text: TEXT }, token)).status).toBe(201);
  return async () =>
    (await fetch(`${run().api}/appointments`, { headers: { authorization: `Bearer ${token}` } })).json() as unknown;
}

test('a new remote and a new service pass the checks', async () => {
  await guide.through('npm run new:service -- appointments');
  const { code, output } = await clone.run('npm run new:service -- appointments');
  expect(code).not.toBe(0);
  expect(output).toContain('appointments exists.');
  await guide.through('npm start');
  clone.useStore();
});

test('they are part of the store and are released and rolled back alone', async ({ page }) => {
  const { address, api } = run();
  await page.goto(`${address}/gifts`);
  await expect(page.getByRole('heading', { name: 'Gifts' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'See all products' })).toBeVisible();
  const entries = await registerReader();
  expect(await entries()).toMatchObject({ success: true, entries: [{ text: TEXT }] });
  expect((await fetch(`${api}/appointments`)).status).toBe(401);

  const setUp = page.getByText('We are still setting this up.');
  await expect(setUp).toBeVisible();
  // Its edits too.
  await guide.through('npm run release -- appointments');
  await page.goto(`${address}/gifts`);
  await expect(page.getByText('Gift boxes arrive in December.')).toBeVisible();
  expect(await entries()).toMatchObject({ entries: [{ text: 'A video call on Saturday' }] });
  await guide.end();
  await page.goto(`${address}/gifts`);
  await expect(setUp).toBeVisible();
  expect(await entries()).toMatchObject({ entries: [{ text: TEXT }] });
});

test('`npm run dev` of one service replaces the running process until it stops', async () => {
  const entries = await registerReader();
  const end = await clone.start(
    'npm run dev -w services/appointments',
    /Compiling after every change: services.appointments/,
  );
  const edited = "text: text.replaceAll(/\\s+/g, ' '),";
  clone.edit('services/appointments/src/entries/entries.service.ts', edited, 'text: `${text}!`,');
  await expect(async () => expect(await entries()).toMatchObject({ entries: [{ text: `${TEXT}!` }] })).toPass({
    timeout: CHANGE_TIMEOUT_MS,
  });
  await end();
  await expect(() => expect(clone.output).toContain('appointments is run by the store again')).toPass({
    timeout: CHANGE_TIMEOUT_MS,
  });
  expect(await entries()).toMatchObject({ entries: [{ text: TEXT }] });
});
