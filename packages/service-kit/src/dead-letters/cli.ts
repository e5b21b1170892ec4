import { parseArgs } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { natsAddress } from '../nats/credentials.js';
import { listDeadLetters, replayDeadLetters } from './dead-letters.js';

const usage =
  'dead-letters [list] | replay SEQUENCE | replay --all      (NATS_URL tells where, NATS_USER and NATS_PASSWORD as whom)';

/** `npm run dead-letters`: shows the events that no handler could take, and tells them again. */
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
      const letters = await listDeadLetters(nats);
      for (const letter of letters)
        console.log(
          `${letter.sequence}  ${letter.time.toISOString()}  ${letter.service}  ${letter.subject}  ${letter.attempts} attempts  ${letter.error}\n    ${letter.event}`,
        );
      console.log(letters.length === 0 ? 'No dead letters.' : `${letters.length} dead letters.`);
      return 0;
    }
    if (command === 'replay' && (values.all || /^\d+$/.test(sequence ?? ''))) {
      const count = await replayDeadLetters(nats, values.all ? undefined : Number(sequence));
      console.log(`${count} told again.`);
      return count > 0 || values.all ? 0 : 1;
    }
    console.error(usage);
    return 2;
  } finally {
    await nats.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
