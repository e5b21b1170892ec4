import { parseArgs } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { natsAddress } from '../nats/credentials.js';
import { listDeadLetters, replayDeadLetter, replayDeadLetters } from './dead-letters.js';

const PAGE_SIZE = 100;
const USAGE = `dead-letters [list] | replay SEQUENCE | replay --all
Environment: NATS_URL, NATS_USER, NATS_PASSWORD`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const [command = 'list', sequence] = positionals;
  const { NATS_URL = 'nats://127.0.0.1:4222', NATS_USER: user, NATS_PASSWORD: password } = process.env;
  const nats = await connect({
    ...natsAddress(NATS_URL, user && password ? { user, password } : undefined),
    timeout: 5_000,
  });
  try {
    if (command === 'list') {
      let count = 0;
      for (let after = 0; ;) {
        const { deadLetters } = await listDeadLetters(nats, { after, limit: PAGE_SIZE });
        for (const { sequence: position, time, service, subject, attempts, error, event } of deadLetters)
          console.log(
            `${position}  ${time.toISOString()}  ${service}  ${subject}  ${attempts} attempts  ${error}\n    ${event}`,
          );
        count += deadLetters.length;
        after = deadLetters.at(-1)?.sequence ?? 0;
        if (deadLetters.length < PAGE_SIZE) break;
      }
      console.log(count === 0 ? 'No dead letters.' : `${count} dead letters.`);
      return 0;
    }
    if (command === 'replay' && (values.all || /^\d+$/.test(sequence ?? ''))) {
      const count = values.all ? await replayDeadLetters(nats) : Number(await replayDeadLetter(nats, Number(sequence)));
      console.log(`Replayed ${count} events.`);
      return count > 0 || values.all ? 0 : 1;
    }
    console.error(USAGE);
    return 2;
  } finally {
    await nats.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
