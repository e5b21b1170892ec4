import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Logger } from 'pino';
import type { BaseConfig } from './config.js';
import { PeriodicTask } from './periodic-task.js';
import { CONFIG, LOGGER } from './tokens.js';

interface Repetition {
  name: string;
  pause: number | ((config: BaseConfig) => number);
}

const Repetition = DiscoveryService.createDecorator<Repetition>();

/**
 * Repeats a method of a provider while the application runs, the first time after one pause.
 * @param name for the log
 * @param pause between two runs, ms; 0 leaves the method alone
 */
export const Repeats = <Config extends BaseConfig>(name: string, pause: number | ((config: Config) => number)) =>
  Repetition({ name, pause: pause as Repetition['pause'] });

/** Starts what `Repeats` marks, and waits for running work before the application closes. */
@Injectable()
export class Repeated implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: PeriodicTask[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(CONFIG) private readonly config: BaseConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders()) {
      const instance = wrapper.instance as Record<string, () => Promise<unknown>> | undefined;
      // Values and what factories return are no providers of ours.
      if (!instance || instance.constructor !== wrapper.metatype) continue;
      for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const found = this.discovery.getMetadataByDecorator(Repetition, wrapper, method);
        if (found) this.add(found, () => instance[method]!());
      }
    }
  }

  private add({ name, pause }: Repetition, run: () => Promise<unknown>): void {
    const intervalMs = typeof pause === 'number' ? pause : pause(this.config);
    if (intervalMs > 0) this.tasks.push(new PeriodicTask({ name, intervalMs, logger: this.logger }, run));
  }

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
