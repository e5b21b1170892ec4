import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findProgram, installPackages } from '@rangavalli/database/engine/apt';
import { ownNamespace } from '../partition/network.js';
import { provideNatsServer } from '../partition/nats-server.js';
import { ROOT } from '../support/command.js';

/** Longer than the drill inside, which starts a store first. */
const TIMEOUT_MS = 2_400_000;
/** The processes inside end with `unshare`, and the kernel removes what they made. */
const IN_NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const TUN = '/dev/net/tun';
const packages: Record<string, string> = { ip: 'iproute2', nft: 'nftables', socat: 'socat' };

test('1,000 checkouts while links between machines are cut, delayed and lossy', async () => {
  test.setTimeout(TIMEOUT_MS);
  await prepareMachine();
  const natsServer = await provideNatsServer();
  const info = test.info();
  const folder = info.outputPath('store');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const playwright = [cli, 'test', '--project', 'partition', '--no-deps', '--output', info.outputPath('inside')];
  const env = {
    ...process.env,
    HOST_NETWORK: ownNamespace(),
    NATS_SERVER: natsServer,
    RATE_LIMIT: 'off',
    STORE_FOLDER: folder,
    RUN_JSON: path.join(folder, 'run.json'),
    ACCOUNTS_JSON: path.join(folder, 'accounts.json'),
    PLAYWRIGHT_JSON_OUTPUT_NAME: '',
  };
  const options = { cwd: path.join(ROOT, 'e2e'), env, stdio: 'inherit' as const };
  const inside = spawn('unshare', [...IN_NAMESPACES, process.execPath, ...playwright], options);
  try {
    expect(await new Promise((resolve) => inside.once('close', resolve)), 'exit code of the drill').toBe(0);
  } finally {
    inside.kill('SIGKILL');
    for (const data of ['database', 'nats-first', 'nats-second', 'nats-third'])
      rmSync(path.join(folder, data), { recursive: true, force: true });
  }
});

/** Installs missing programs. @throws Error with the reason when the drill can't run here */
async function prepareMachine(): Promise<void> {
  const refuse = (reason: string): never => {
    throw new Error(`The partition drill cannot run here: ${reason}. Run it on Linux as root.`);
  };
  if (process.platform !== 'linux') refuse('it needs network namespaces of Linux');
  if (process.getuid?.() !== 0) refuse('it needs root, for network namespaces');
  const missing = Object.keys(packages).filter((program) => findProgram(program) === null);
  const wanted = missing.map((program) => packages[program] ?? program);
  if (missing.length > 0)
    await installPackages(wanted).catch((error: Error) =>
      refuse(`${wanted.join(', ')} not installed: ${error.message}`),
    );
  if (!existsSync(TUN)) {
    mkdirSync(path.dirname(TUN), { recursive: true });
    // The number of the device in every Linux.
    if ((await exitCode('mknod', [TUN, 'c', '10', '200'])) !== 0) refuse(`it needs ${TUN}`);
  }
  if ((await exitCode('unshare', [...IN_NAMESPACES, 'true'])) !== 0) refuse('network namespaces are forbidden');
}

const exitCode = (command: string, args: readonly string[]): Promise<number | null> =>
  new Promise((resolve) =>
    spawn(command, args)
      .once('error', () => resolve(null))
      .once('exit', resolve),
  );
