import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Machine } from './network.js';

const exec = promisify(execFile);

const DELAY_MS = 300;
const LOSS_PERCENT = 5;
/** Most faults are short; NATS elects leaders after 4 to 9 s, and clients replace a silent server after 20 to 30 s. */
const SECONDS = { least: 3, most: 20 };
const PAUSE_SECONDS = { least: 1, most: 3 };
const DELAY_DEVICE = 'delay0';
const UNDELAYED_TABLE = '100';

export const faultKinds = [
  'cut',
  `delayed by ${DELAY_MS} ms`,
  `loses ${LOSS_PERCENT} %`,
  'cut in one direction',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What happens to the cable of a machine. */
export interface Fault {
  kind: FaultKind;
  machine: Machine;
  /** Only packets to and from this machine. */
  peer?: Machine | undefined;
  /** Of `cut in one direction`: which packets are lost. */
  direction: 'outgoing' | 'incoming';
  seconds: number;
  pauseSeconds: number;
}

export const describeFault = ({ kind, machine, peer, direction, seconds }: Fault): string => {
  const side = kind === 'cut in one direction' ? ` (${direction})` : '';
  return `${machine.name}${peer ? ` – ${peer.name}` : ''} ${kind}${side} for ${seconds.toFixed(1)} s`;
};

/** A repeatable sequence of numbers from 0 to below 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields faults without end: each machine with each kind once, in random order, then again. */
export function* planFaults(machines: readonly Machine[], seed: number): Generator<Fault, never> {
  const random = createRandom(seed);
  const between = ({ least, most }: typeof SECONDS, part: number): number => least + part * (most - least);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (;;) {
    const round = machines.flatMap((machine) => faultKinds.map((kind) => ({ kind, machine, order: random() })));
    for (const { kind, machine } of round.toSorted((a, b) => a.order - b.order)) {
      const others = machines.filter((other) => other !== machine);
      yield {
        kind,
        machine,
        peer: random() < 0.3 ? pick(others) : undefined,
        direction: pick(['outgoing', 'incoming']),
        seconds: between(SECONDS, random() ** 2),
        pauseSeconds: between(PAUSE_SECONDS, random()),
      };
    }
  }
}

/** Begins a fault. @returns what ends it */
export async function injectFault(fault: Fault): Promise<() => Promise<void>> {
  if (fault.kind === `delayed by ${DELAY_MS} ms`) return delayOutgoing(fault);
  await exec('nft', [dropRules(fault)]);
  return async () => void (await exec('nft', ['delete table bridge faults']));
}

/** At the bridge, so that both ends notice silence and no error. */
function dropRules({ kind, machine: { cable }, peer, direction }: Fault): string {
  const [isOneWay, isLossy] = [kind === 'cut in one direction', kind === `loses ${LOSS_PERCENT} %`];
  const drop = isLossy ? `numgen random mod 100 < ${LOSS_PERCENT} drop` : 'drop';
  const ofPeer = (side: 'saddr' | 'daddr'): string => (peer ? `ip ${side} ${peer.address}` : '');
  const outgoing = `add rule bridge faults from_machine iifname "${cable}" ${ofPeer('daddr')} ${drop}`;
  const incoming = `add rule bridge faults to_machine oifname "${cable}" ${ofPeer('saddr')} ${drop}`;
  return [
    'add table bridge faults',
    'add chain bridge faults from_machine { type filter hook prerouting priority 0; }',
    'add chain bridge faults to_machine { type filter hook postrouting priority 0; }',
    ...(isOneWay && direction === 'incoming' ? [] : [outgoing]),
    ...(isOneWay && direction === 'outgoing' ? [] : [incoming]),
  ].join('\n');
}

/** Routes what the machine sends through a delay line, whose packets then leave through the cable. */
async function delayOutgoing({ machine, peer }: Fault): Promise<() => Promise<void>> {
  const line = await startDelayLine(machine);
  const ip = (...args: string[]): Promise<string> => machine.run('ip', ...args);
  await machine.set('ip_forward', 1);
  for (const variable of ['conf/all/rp_filter', 'conf/eth0/rp_filter', `conf/${DELAY_DEVICE}/rp_filter`])
    await machine.set(variable, 0);
  await machine.set(`conf/${DELAY_DEVICE}/accept_local`, 1);
  const subnet = machine.address.replace(/\d+$/, '');
  await ip('route', 'replace', `${subnet}0/24`, 'dev', 'eth0', 'table', UNDELAYED_TABLE);
  await ip('rule', 'add', 'iif', DELAY_DEVICE, 'lookup', UNDELAYED_TABLE);
  // More specific than the route of the cable.
  const delayed = peer ? [`${peer.address}/32`] : [`${subnet}0/25`, `${subnet}128/25`];
  for (const addresses of delayed) await ip('route', 'add', addresses, 'dev', DELAY_DEVICE, 'src', machine.address);
  return async () => {
    for (const addresses of delayed) await ip('route', 'del', addresses, 'dev', DELAY_DEVICE);
    await ip('rule', 'del', 'iif', DELAY_DEVICE);
    line.kill('SIGTERM');
    await once(line, 'exit');
  };
}

async function startDelayLine(machine: Machine): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, 'delay-line.ts');
  const [command, args] = machine.command(process.execPath, [program, DELAY_DEVICE, String(DELAY_MS)]);
  const line = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = once(line.stdout, 'data').then(() => true);
  if (!(await Promise.race([ready, once(line, 'exit').then(() => false)])))
    throw new Error(`The delay line of ${machine.name} did not start`);
  return line;
}
