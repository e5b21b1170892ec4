import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Module } from '@nestjs/common';
import { streams } from '@rangavalli/contracts/events';
import { serviceConfig } from '../config.js';
import { prepareTestCluster, type TestNatsCluster } from '../testing/nats-cluster.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { streamReplicas } from './streams.js';

const BEFORE_LEADER_MS = 3_000;

@Module({})
class EmptyModule {}

/** Notification manages the streams. */
const startNotification = (natsUrl: string): Promise<TestService> =>
  startTestService({ name: 'notification', config: serviceConfig, module: EmptyModule }, natsUrl);

describe('the subjects of the events’ stream', () => {
  let server: TestNats;
  beforeEach(async () => {
    server = await startTestNats();
  });
  afterEach(() => server.stop());

  it('keep those of a newer service after a rollback of the one that manages the streams, and gain its own', async () => {
    const { name, subjects } = streams.events;
    const operator = await connect({ servers: server.url });
    const manager = await jetstreamManager(operator);
    await manager.streams.add({ name, subjects: ['loyalty.>', ...subjects.slice(1)] });
    await (await startNotification(server.url)).stop();
    expect((await manager.streams.info(name)).config.subjects.toSorted()).toEqual(
      ['loyalty.>', ...subjects].toSorted(),
    );
    await operator.close();
  }, 30_000);
});

describe('the copies of each stream', () => {
  it.each([
    ['nats://a:4222', undefined, 1],
    ['nats://a:4222,nats://b:4222', undefined, 1],
    ['nats://a:4222,nats://b:4222,nats://c:4222', undefined, 3],
    ['nats://u:p@a,nats://u:p@b,nats://u:p@c,nats://u:p@d,nats://u:p@e', undefined, 3],
    ['nats://cluster:4222', 3, 3],
    ['nats://a,nats://b,nats://c', 1, 1],
  ])('for NATS_URL %s and NATS_REPLICAS %s are %s', (NATS_URL, NATS_REPLICAS, copies) => {
    expect(streamReplicas({ NATS_URL, NATS_REPLICAS })).toBe(copies);
  });

  describe('in a cluster', () => {
    let cluster: TestNatsCluster;
    let operator: NatsConnection;
    beforeEach(async () => {
      cluster = await prepareTestCluster();
    });
    afterEach(async () => {
      await operator.close();
      await cluster.stop();
    });

    const connectOperator = async (): Promise<void> => {
      operator = await connect({ servers: cluster.urls });
    };
    const countCopies = async (): Promise<number[]> => {
      const manager = await jetstreamManager(operator);
      const { events, deadLetters } = streams;
      return Promise.all(
        [events, deadLetters].map(async ({ name }) => (await manager.streams.info(name)).config.num_replicas),
      );
    };

    it('become three when a service gets the addresses of three servers', async () => {
      await cluster.start(0, 1, 2);
      await connectOperator();
      await (await startNotification(cluster.urls[0] ?? '')).stop();
      expect(await countCopies()).toEqual([1, 1]);
      await (await startNotification(cluster.urls.join(','))).stop();
      expect(await countCopies()).toEqual([3, 3]);
    }, 60_000);

    it('are created by a service that started before the cluster had a leader', async () => {
      await cluster.start(0);
      await connectOperator();
      await expect(jetstreamManager(operator)).rejects.toThrow(/timeout|temporarily unavailable/);
      const starting = startNotification(cluster.urls.join(','));
      starting.catch(() => undefined); // awaited below
      await sleep(BEFORE_LEADER_MS);
      await cluster.start(1, 2);
      await (await starting).stop();
      expect(await countCopies()).toEqual([3, 3]);
    }, 60_000);
  });
});
