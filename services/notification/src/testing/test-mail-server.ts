import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  url: string;
  emails: string[];
  /** Response to the next emails, e.g. `451 try later`; undefined: they are accepted. */
  rejection: string | undefined;
  /** The only receiver whose emails get this response; undefined: everybody. */
  rejectedReceiver: string | undefined;
  /** How long it takes to respond to an email. */
  delayMs: number;
  stop(): Promise<void>;
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      void text(stream).then(async (raw) => {
        await sleep(mail.delayMs);
        const isRejected =
          !mail.rejectedReceiver || envelope.rcptTo.some(({ address }) => address === mail.rejectedReceiver);
        const rejection = isRejected ? mail.rejection : undefined;
        if (!rejection) mail.emails.push(raw.replaceAll('\r\n', '\n'));
        done(
          rejection
            ? Object.assign(new Error(rejection.slice(4)), { responseCode: Number(rejection.slice(0, 3)) })
            : null,
        );
      }, done);
    },
  });
  const { server } = smtp;
  smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mail: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails: [],
    rejection: undefined,
    rejectedReceiver: undefined,
    delayMs: 0,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return mail;
}
