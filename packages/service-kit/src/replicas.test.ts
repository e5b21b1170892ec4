// Messages that a stopping process has received and not handled go to the other process at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Inject, Module } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import type { WireReply } from './commands/wire.js';
import { serviceConfig } from './config.js';
import { startTestNats, type TestNats } from './testing/nats-server.js';
import { eventually, startTestService, type TestService } from './testing/test-service.js';
import { CONFIG } from './tokens.js';

const handled: { by: string; event: string }[] = [];
const replied: string[] = [];

@Controller()
class SlowController {
  private readonly name: string;

  constructor(@Inject(CONFIG) config: { LOG_LEVEL: string }) {
    this.name = config.LOG_LEVEL;
  }

  @EventPattern('user.registered')
  async registered(@Payload() event: Envelope<'user.registered'>) {
    await sleep(400);
    handled.push({ by: this.name, event: event.id });
  }

  @MessagePattern('rpc.cart.lines.get')
  async lines() {
    await sleep(20);
    replied.push(this.name);
    return { lines: [] };
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

describe('two processes of one service', () => {
  let nats: TestNats;
  let first: TestService;
  let second: TestService;
  const userId = 'a'.repeat(24);
  // The log level serves as the name of the process.
  const start = (name: string) =>
    startTestService({ name: 'cart', config: serviceConfig, module: SlowModule }, nats.url, { LOG_LEVEL: name });

  beforeEach(async () => {
    handled.length = 0;
    replied.length = 0;
    nats = await startTestNats();
    [first, second] = [await start('fatal'), await start('silent')];
  });
  afterEach(async () => {
    await second.stop();
    await nats.stop();
  });

  it('share the commands, and lose none while one of them stops', async () => {
    const client = second.nats;
    let stopped = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        const reply = (
          await client.request('rpc.cart.lines.get', JSON.stringify({ userId }), { timeout: 2_000 })
        ).json<WireReply>();
        expect(reply.ok).toBe(true);
      }
    });
    await eventually(() => expect(new Set(replied)).toEqual(new Set(['fatal', 'silent'])));
    await first.stop();
    stopped = true;
    await Promise.all(clients);
  });

  it('share the events, and redeliver prefetched ones before the acknowledgement timeout', async () => {
    // More than both handle at once, so that some are prefetched; none is in transit when one process stops.
    const events = 150;
    for (let index = 0; index < events; index += 1)
      await second.publish('user.registered', { userId, name: 'Asha', email: 'asha@example.com' });
    await eventually(() => expect(new Set(handled.map(({ by }) => by))).toEqual(new Set(['fatal', 'silent'])));
    await first.stop();
    await eventually(() => expect(new Set(handled.map(({ event }) => event)).size).toBe(events), 20_000);
    expect(handled).toHaveLength(events);
  }, 60_000);
});

describe('GET /health/stopping', () => {
  it('responds as soon as the shutdown begins', async () => {
    const nats = await startTestNats();
    const service = await startTestService({ name: 'cart', config: serviceConfig, module: SlowModule }, nats.url);
    const longPoll = service.app.inject({ url: '/health/stopping' });
    await sleep(100);
    const stopping = service.stop();
    expect((await longPoll).json()).toEqual({ service: 'cart', stopping: true });
    await stopping;
    await nats.stop();
  });
});
