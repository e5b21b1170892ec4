import { setTimeout as sleep } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { serviceConfig } from '../config.js';
import { pingDatabase } from '../health/checks.js';
import { openLink } from '../testing/link.js';
import { startTestNats } from '../testing/nats-server.js';
import { eventually, startTestService, testMongoUri } from '../testing/test-service.js';

@Module({})
class EmptyModule {}

const RECONNECT_ATTEMPT_MS = 1_500;

it('reaches the database again soon after a link was mended', async () => {
  const uri = new URL(testMongoUri());
  const link = await openLink(Number(uri.port));
  uri.port = String(link.port);
  uri.pathname = `/test_link_${process.pid}`;
  // Else the database would name its own port.
  uri.searchParams.set('directConnection', 'true');
  if (uri.username) uri.searchParams.set('authSource', 'admin');
  const nats = await startTestNats();
  const definition = { name: 'cart', config: serviceConfig, module: EmptyModule };
  const service = await startTestService(definition, nats.url, { MONGODB_URI: uri.href });
  const connection = service.app.get<Connection>(getConnectionToken());
  await eventually(() => pingDatabase(connection));

  link.cut();
  link.disconnect();
  // The driver's monitor connects into the silence.
  await sleep(RECONNECT_ATTEMPT_MS);
  link.mend();
  await eventually(() => pingDatabase(connection), 15_000);

  await service.app.close();
  link.close();
  await nats.stop();
}, 40_000);
