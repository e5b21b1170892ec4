import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { testMongoUri } from '../testing/test-service.js';
import { DriverWatchdog } from './driver-watchdog.js';

/** Its port is closed. */
const NO_DATABASE = 'mongodb://127.0.0.1:9/none';
/** As a connection whose driver has lost its server. */
const stuck = { readyState: mongoose.ConnectionStates.disconnected } as Connection;

/** Returns how often the process would have ended after each check. */
async function checkTimes(count: number, connection: Connection, uri: string): Promise<number[]> {
  const watchdog = new DriverWatchdog(connection, { MONGODB_URI: uri }, pino({ level: 'silent' }));
  let ends = 0;
  watchdog.end = () => void (ends += 1);
  const counts: number[] = [];
  for (let check = 0; check < count; check += 1) {
    await watchdog.check();
    counts.push(ends);
  }
  return counts;
}

describe('the driver watchdog', () => {
  it('ends the process at the third failure while the database accepts new connections', async () => {
    expect(await checkTimes(3, stuck, testMongoUri())).toEqual([0, 0, 1]);
  });

  it('waits while the database is down', async () => {
    expect(await checkTimes(4, stuck, NO_DATABASE)).toEqual([0, 0, 0, 0]);
  }, 60_000);

  it('does nothing while the driver works', async () => {
    const connection = await mongoose.createConnection(testMongoUri()).asPromise();
    expect(await checkTimes(4, connection, testMongoUri())).toEqual([0, 0, 0, 0]);
    await connection.close();
  });
});
