import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server that takes letters by SMTP and counts them: of two with the same Message-ID it has two. */
export interface TestMailServer {
  url: string;
  /** As they came, oldest first. */
  letters: string[];
  /** What it says to the next letters, e.g. `451 try later`, until told otherwise; undefined: it takes them. */
  refusal: string | undefined;
  stop(): Promise<void>;
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    void receive(socket, mail);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mail: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters: [],
    refusal: undefined,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return mail;
}

/** The few words of RFC 5321 that a client without wishes uses. */
async function receive(socket: Socket, mail: TestMailServer): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  let letter: string[] | undefined;
  for await (const line of createInterface({ input: socket })) {
    if (letter && line !== '.') letter.push(line.replace(/^\.\./, '.'));
    else if (letter) {
      if (!mail.refusal) mail.letters.push(letter.join('\n'));
      letter = undefined;
      say(mail.refusal ?? '250 taken');
    } else if (/^data$/i.test(line)) {
      letter = [];
      say('354 go on');
    } else if (/^quit$/i.test(line)) say('221 bye');
    else say('250 well');
  }
}
