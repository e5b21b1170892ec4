import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import type { BaseConfig } from './config.js';
import { Repeated, Repeats } from './repeats.js';
import { eventually } from './testing/test-service.js';
import { CONFIG, LOGGER } from './tokens.js';

interface Config extends BaseConfig {
  COUNT_MS: number;
  NEVER_MS: number;
}

@Injectable()
class Counter {
  runs = 0;
  running = 0;
  calls: string[] = [];

  @Repeats('count', ({ COUNT_MS }: Config) => COUNT_MS)
  async count(): Promise<void> {
    this.runs += 1;
    this.running += 1;
    await sleep(30);
    this.running -= 1;
    if (this.runs === 1) throw new Error('the first run fails');
  }

  @Repeats('never', ({ NEVER_MS }: Config) => NEVER_MS)
  async never(): Promise<void> {
    this.calls.push('never');
  }

  async unmarked(): Promise<void> {
    this.calls.push('unmarked');
  }
}

@Module({
  imports: [DiscoveryModule],
  providers: [
    Counter,
    Repeated,
    { provide: CONFIG, useValue: { COUNT_MS: 5, NEVER_MS: 0 } },
    { provide: LOGGER, useValue: pino({ level: 'silent' }) },
    { provide: 'a value with a method', useValue: { count: () => undefined } },
  ],
})
class TestModule {}

it('repeats marked methods one run at a time, also after a failure, until the application closes', async () => {
  const app = await NestFactory.createApplicationContext(TestModule, { logger: false });
  const counter = app.get(Counter);
  await app.init();
  let most = 0;
  await eventually(() => {
    most = Math.max(most, counter.running);
    expect(counter.runs).toBeGreaterThan(2);
  });
  await eventually(() => expect(counter.running).toBe(1));
  await app.close();
  expect([counter.running, most]).toEqual([0, 1]);
  const { runs } = counter;
  await sleep(60);
  expect(counter.runs).toBe(runs);
  expect(counter.calls).toEqual([]);
});
