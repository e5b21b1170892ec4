import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** False on derivatives, whose archives don't have Debian's releases. */
export function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')) && findProgram('apt-get') !== null;
  } catch {
    return false;
  }
}

export async function asRoot(command: string, args: string[], signal?: AbortSignal): Promise<string> {
  const [program, all] = process.getuid?.() === 0 ? [command, args] : ['sudo', ['-n', command, ...args]];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    return (await exec(program, all, { env, maxBuffer: MAX_OUTPUT, signal })).stdout;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(`${[program, ...all].join(' ')}: ${stderr.trim().split('\n').slice(-5).join('\n') || message}`, {
      cause: error,
    });
  }
}

export async function installPackages(packages: string[], signal?: AbortSignal): Promise<void> {
  const install = ['-o', 'DPkg::Lock::Timeout=60', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  try {
    await asRoot('apt-get', install, signal);
  } catch {
    await asRoot('apt-get', ['update', '-qq'], signal);
    await asRoot('apt-get', install, signal);
  }
}

/** Unpacks a Debian package into a folder, which needs no root where apt has its package lists. */
export async function unpackPackage(name: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const download = () => exec('apt-get', ['download', name], { cwd: folder });
  await download().catch(() => asRoot('apt-get', ['update', '-qq']).then(download));
  const file = readdirSync(folder).find((one) => one.startsWith(name) && one.endsWith('.deb'));
  if (file) await exec('dpkg-deb', ['-x', path.join(folder, file), folder]);
}

export async function findArchiveUrl(): Promise<string> {
  const list = async (): Promise<string | undefined> => {
    const { stdout } = await exec('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
    return stdout.split('\n').find((line) => line && !line.includes('-security'));
  };
  const url = (await list()) ?? (await asRoot('apt-get', ['update', '-qq']).then(list));
  if (!url) throw new Error('apt has no package archive configured');
  return url;
}
