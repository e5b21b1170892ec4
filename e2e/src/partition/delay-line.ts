// Returns the packets that are routed to a TUN device after a delay: `node delay-line.ts <device> <delay in ms>`.
// Replaces `tc netem delay`, which not every kernel has. Node can't open TUN devices: socat forwards their packets.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [device = '', delay = ''] = process.argv.slice(2);
const POLL_MS = 20;

const socket = createSocket('udp4');
socket.on('message', (packet, { port, address }) =>
  setTimeout(() => socket.send(packet, port, address), Number(delay)),
);
socket.bind(0, '127.0.0.1', () => void open());

async function open(): Promise<void> {
  const tunnel = `TUN,tun-name=${device},iff-no-pi,iff-up`;
  const socat = spawn('socat', [tunnel, `UDP4:127.0.0.1:${socket.address().port}`], { stdio: 'inherit' });
  socat.once('exit', (code) => process.exit(code ?? 1));
  process.once('SIGTERM', () => socat.kill());
  while (!existsSync(`/sys/class/net/${device}`)) await sleep(POLL_MS);
  console.log('ready');
}
