import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { ROOT } from '../workspaces.js';
import { TypeErrorOverlay } from './type-error-overlay.js';

interface Message {
  type: string;
  data?: unknown;
}

/** A page's connection to the dev server. */
async function openPage(server: RspackDevServer): Promise<{ next(type: string): Promise<Message>; close(): void }> {
  const address = server.server?.address() as AddressInfo | undefined;
  const socket = new WebSocket(`ws://127.0.0.1:${address?.port}/ws`);
  const received: Message[] = [];
  const waiting: (() => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    received.push(JSON.parse(String(data)) as Message);
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  return {
    async next(type) {
      for (;;) {
        const index = received.findIndex((message) => message.type === type);
        const [found] = index < 0 ? [] : received.splice(0, index + 1).slice(index);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => socket.close(),
  };
}

describe('the overlay of type errors', () => {
  let folder: string;
  let server: RspackDevServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rangavalli-overlay-'));
    await writeFile(join(folder, 'index.js'), 'export {};');
    const compiler = rspack({ mode: 'development', context: folder, entry: './index.js', output: { path: folder } });
    // A page sends its origin, this test's connection none.
    server = new RspackDevServer(
      { host: '127.0.0.1', port: 0, hot: true, static: false, allowedHosts: 'all' },
      compiler,
    );
    await server.start();
  }, 30_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('appears in open pages and in those that open later, and goes with the last error', async () => {
    const overlay = new TypeErrorOverlay(server);
    const open = await openPage(server);
    overlay.show(
      [
        '> tsc',
        "a.ts(1,7): error TS2322: Type 'string' is not …",
        '  The expected type …',
        'b.ts(2,1): error TS1005: …',
      ]
        .concat('Found 2 errors.')
        .join('\n'),
    );
    const errors = [
      "a.ts(1,7): error TS2322: Type 'string' is not …\n  The expected type …",
      'b.ts(2,1): error TS1005: …',
    ];
    expect((await open.next('errors')).data).toEqual(errors);
    const later = await openPage(server);
    expect((await later.next('errors')).data).toEqual(errors);
    overlay.show('');
    await Promise.all([open.next('still-ok'), later.next('still-ok')]);
    open.close();
    later.close();
  }, 20_000);

  it('shows the errors of the bundler too, and after the last type error these alone', async () => {
    const overlay = new TypeErrorOverlay(server);
    const page = await openPage(server);
    overlay.show('a.ts(1,7): error TS2322: …');
    await page.next('errors');
    const nextErrors = async (count: number): Promise<unknown[]> => {
      for (;;) {
        const errors = (await page.next('errors')).data as unknown[];
        if (errors.length === count) return errors;
      }
    };
    const missing = expect.objectContaining({ message: expect.stringContaining('missing.module.css') });
    await writeFile(join(folder, 'index.js'), "import './missing.module.css';");
    expect(await nextErrors(2)).toEqual([missing, 'a.ts(1,7): error TS2322: …']);
    overlay.show('');
    expect(await nextErrors(1)).toEqual([missing]);
    await writeFile(join(folder, 'index.js'), 'export {};');
    await page.next('ok');
    page.close();
  }, 20_000);

  it('shows what the compiler prints in a terminal, in colours and with lines of the source', async () => {
    const project = await mkdtemp(join(folder, 'project-'));
    await writeFile(
      join(project, 'a.ts'),
      "export const a: number = 'x';\nexport const b: { c: number } = { c: '' };\n",
    );
    await writeFile(join(project, 'b.ts'), 'export const d: string = 1;\n');
    await writeFile(join(project, 'tsconfig.json'), '{ "compilerOptions": { "composite": true, "outDir": "dist" } }');
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-b', '--pretty', '.'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toContain('\u001B[91merror\u001B[0m');
    const overlay = new TypeErrorOverlay(server);
    const page = await openPage(server);
    overlay.show(stdout);
    const errors = (await page.next('errors')).data as string[];
    const firstLines = errors.map((error) => error.split('\n')[0]);
    expect(firstLines).toEqual([
      "a.ts:1:14 - error TS2322: Type 'string' is not assignable to type 'number'.",
      "a.ts:2:35 - error TS2322: Type 'string' is not assignable to type 'number'.",
      "b.ts:1:14 - error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
    expect(errors[1]).toContain("\n2 export const b: { c: number } = { c: '' };\n");
    expect(errors[2]).toMatch(/~$/);
    overlay.show('');
    await page.next('still-ok');
    page.close();
  }, 30_000);
});
