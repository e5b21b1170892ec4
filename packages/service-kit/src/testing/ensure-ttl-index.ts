// A process of the tests of `ensureTtlIndex`: connects, reports it, and ensures the index on the first message.
import { once } from 'node:events';
import mongoose from 'mongoose';
import { ensureTtlIndex, type TtlIndex } from '../database/retention.js';

const [uri = '', index = ''] = process.argv.slice(2);
const connection = await mongoose.createConnection(uri).asPromise();
const start = once(process, 'message');
process.send?.('ready');
await start;
try {
  await ensureTtlIndex(connection.collection('deliveries'), JSON.parse(index) as TtlIndex);
} finally {
  await connection.close();
  process.disconnect?.();
}
