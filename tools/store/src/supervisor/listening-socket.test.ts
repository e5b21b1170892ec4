import net from 'node:net';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { openListeningSocket } from './listening-socket.js';

it('refuses a port on which another program listens, before a process inherits the socket', async () => {
  const other = net.createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as net.AddressInfo;
  const opening = openListeningSocket('127.0.0.1', port);
  await expect(opening).rejects.toThrow(Refusal);
  await expect(opening).rejects.toThrow(`Can't listen on 127.0.0.1 port ${port}: address already in use`);
  await new Promise((resolve) => other.close(resolve));
  const socket = await openListeningSocket('127.0.0.1', port);
  expect(socket.fd).toBeGreaterThan(2);
  socket.close();
});
