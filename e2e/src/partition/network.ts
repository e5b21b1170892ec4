import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const exec = promisify(execFile);

const SUBNET = '10.78.0';
/** Of the bridge, where this process is. */
const OWN_HOST = 254;
/** Connections to it go to the gateways in turn. */
const SHARED_HOST = 200;
export const SHARED_ADDRESS = `${SUBNET}.${SHARED_HOST}`;

/** The network namespace of this process, as the kernel names it. */
export const ownNamespace = (): string => readlinkSync('/proc/self/ns/net');

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** A network namespace with one network interface, `eth0`. The other end of its cable, `cable`, is at the bridge. */
export class Machine {
  readonly cable: string;
  readonly address: string;

  constructor(
    readonly name: string,
    index: number,
  ) {
    this.cable = `cable-${name}`;
    this.address = `${SUBNET}.${index + 1}`;
    ip('netns', 'add', name);
    ip('link', 'add', this.cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', this.cable, 'master', 'bridge0', 'up');
    ip('-n', name, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
  }

  /** Returns the command that runs a program on this machine. */
  command(program: string, args: readonly string[]): [string, string[]] {
    return ['ip', ['netns', 'exec', this.name, program, ...args]];
  }

  /** Runs a program on this machine. @returns its output @throws Error when it fails */
  async run(program: string, ...args: string[]): Promise<string> {
    const [command, rest] = this.command(program, args);
    return (await exec(command, rest)).stdout;
  }

  /** Sets a variable of the kernel, such as `ip_forward`, for this machine. */
  async set(variable: string, value: number): Promise<void> {
    await this.run('sh', '-c', `echo ${value} > /proc/sys/net/ipv4/${variable}`);
  }

  /** Makes a port of 127.0.0.1 reachable from other machines. */
  async exposeLocalPort(port: number): Promise<void> {
    await this.set('conf/eth0/route_localnet', 1);
    await this.run(
      'nft',
      `add table ip expose
       add chain ip expose incoming { type nat hook prerouting priority -100; }
       add rule ip expose incoming iifname "eth0" tcp dport ${port} dnat to 127.0.0.1`,
    );
  }
}

/**
 * Machines at one bridge. Must run in namespaces of its own, made by `unshare --net --mount --pid`: the kernel removes
 * machines, rules and processes with the last process, also when that is killed.
 */
export class Network<Name extends string> {
  readonly machines: Record<Name, Machine>;

  /** @param hostNamespace that must not be changed @throws Error in it */
  constructor(names: readonly Name[], hostNamespace: string | undefined) {
    if (!hostNamespace || ownNamespace() === hostNamespace)
      throw new Error('The partition drill needs network namespaces of its own: npm run drill -- -g partition');
    mkdirSync('/run/netns', { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', 'bridge0', 'type', 'bridge');
    ip('addr', 'add', `${SUBNET}.${OWN_HOST}/24`, 'dev', 'bridge0');
    ip('link', 'set', 'bridge0', 'up');
    this.machines = Object.fromEntries(names.map((name, index) => [name, new Machine(name, index)])) as Record<
      Name,
      Machine
    >;
  }
}

/** Balances new connections to the shared address, from this process and `from`, over two machines. */
export async function shareAddress(
  port: number,
  [first, second]: readonly [Machine, Machine],
  from: Machine,
): Promise<void> {
  const rules = `add table ip share
    add chain ip share outgoing { type nat hook output priority -100; }
    add rule ip share outgoing ip daddr ${SHARED_ADDRESS} tcp dport ${port} \
      dnat to numgen inc mod 2 map { 0 : ${first.address}, 1 : ${second.address} }`;
  await exec('nft', [rules]);
  await from.run('nft', rules);
}
