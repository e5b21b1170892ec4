// The machine's own package archive. Its address always comes from apt's configuration, never from here.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Path of a program on the PATH (and in the folders that only root has on it), or `null`. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** True on Debian itself (not on its relatives, whose archives don't carry Debian's releases). */
export function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')) && findProgram('apt-get') !== null;
  } catch {
    return false;
  }
}

/** Runs a command as root: directly, or by sudo where that asks no password. Rejects with what it printed. */
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

/** Installs Debian packages; fetches the package lists first if that is needed. */
export async function installPackages(packages: string[], signal?: AbortSignal): Promise<void> {
  const install = ['-o', 'DPkg::Lock::Timeout=60', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  try {
    await asRoot('apt-get', install, signal);
  } catch {
    await asRoot('apt-get', ['update', '-qq'], signal);
    await asRoot('apt-get', install, signal);
  }
}

/** Address of the archive that this machine's apt uses; fetches the package lists first where there are none. Throws when it has none. */
export async function archiveAddress(): Promise<string> {
  const list = async (): Promise<string | undefined> => {
    const { stdout } = await exec('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
    return stdout.split('\n').find((line) => line && !line.includes('-security'));
  };
  const address = (await list()) ?? (await asRoot('apt-get', ['update', '-qq']).then(list));
  if (!address) throw new Error('apt has no package archive configured');
  return address;
}
