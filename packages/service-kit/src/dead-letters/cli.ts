import { parseArgs } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { natsAddress } from '../nats/credentials.js';
import { listDeadLetters, replayDeadLetters } from './dead-letters.js';

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
      const found = await listDeadLetters(nats);
      for (const { sequence: position, time, service, subject, attempts, error, event } of found)
        console.log(
          `${position}  ${time.toISOString()}  ${service}  ${subject}  ${attempts} attempts  ${error}\n    ${event}`,
        );
      console.log(found.length === 0 ? 'No dead letters.' : `${found.length} dead letters.`);
      return 0;
    }
    if (command === 'replay' && (values.all || /^\d+$/.test(sequence ?? ''))) {
      const count = await replayDeadLetters(nats, values.all ? undefined : Number(sequence));
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
