import { Inject, Injectable } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { ProcessReport, SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import type { BaseConfig } from '@rangavalli/service-kit/config';
import { type Identity, IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import { ProcessReporter } from '@rangavalli/service-kit/system/process-report';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { z } from 'zod';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { type Answered, askFrontend, askService, instanceOf } from './asking.js';

const registry = z.object({ remotes: z.record(z.string(), z.object({ version: z.string() })) });
const hosted = z.object({ version: z.string(), canary: z.object({ version: z.string(), share: z.number() }).optional() });

type System = CallAnswer<'GET /system'>;

/**
 * The whole store as its processes tell it just now. Each is asked for itself and for a second and a half at most, all at
 * once, so that one that is away makes the answer neither slow nor fail. Who asks meanwhile waits for the same answer.
 */
@Injectable()
export class SystemReader {
  private reading: Promise<System> | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly reporter: ProcessReporter,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  /** @param identity the admin who asks; services are told, signed */
  read(identity: Identity): Promise<System> {
    this.reading ??= this.ask({ [IDENTITY_HEADER]: signIdentity(identity, this.config.INTERNAL_SECRET) }).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async ask(headers: Record<string, string>): Promise<System> {
    const { services, shell, remotes } = this.upstreams;
    const [own, toldByServices, shells, toldByRemotes] = await Promise.all([
      this.reporter.report(),
      named(services, (_name, upstream) => upstream.each((address) => askService(address, headers))),
      shell.each((address) => askFrontend(address, '/registry.json')),
      named(remotes, (name, upstream) => upstream.each((address) => askFrontend(address, `/remotes/${name}/release.json`))),
    ]);
    const registered = shells.map(({ says }) => registry.safeParse(says).data).find((one) => one !== undefined);
    const deadLetters = toldByServices.flatMap(([, answers]) => answers).map(({ says }) => says?.deadLetters).find((one) => one !== undefined);
    return {
      success: true,
      readAt: new Date().toISOString(),
      slices: [
        { name: 'gateway', kind: 'gateway', instances: [instanceOf(own.instance, own)] },
        ...toldByServices.map(([name, answers]) => serviceSlice(name, answers)),
        { name: 'shell', kind: 'shell', instances: settled(shells) },
        ...toldByRemotes.map(([name, answers]): SystemSlice => ({ name, kind: 'remote', instances: settled(answers), release: releaseOf(answers, registered?.remotes[name.replaceAll('-', '_')]?.version) })),
      ],
      ...(deadLetters ? { deadLetters } : {}),
    };
  }
}

const named = <T>(all: Readonly<Record<string, Upstream>>, ask: (name: string, upstream: Upstream) => Promise<T>): Promise<[string, T][]> =>
  Promise.all(Object.entries(all).map(async ([name, upstream]): Promise<[string, T]> => [name, await ask(name, upstream)]));

function serviceSlice(name: string, answers: readonly Answered<ProcessReport>[]): SystemSlice {
  // Work is shared by all processes of a service: whoever knows tells it for all.
  const reports = answers.flatMap(({ says }) => says ?? []);
  const consumers = reports.find((report) => report.consumers)?.consumers;
  const outbox = reports.find((report) => report.outbox)?.outbox;
  return { name, kind: 'service', instances: settled(answers), ...(consumers ? { consumers } : {}), ...(outbox ? { outbox } : {}) };
}

/** Where others of the slice are there, an address at which nobody was or whoever was said goodbye is a free one. */
function settled(answers: readonly Answered<unknown>[]): SliceInstance[] {
  const anybody = answers.some(({ nobody }) => !nobody);
  return answers.map(({ instance, nobody }, index) => (nobody && (anybody || index > 0) ? { name: instance.name, state: 'vacant' } : instance));
}

function releaseOf(answers: readonly Answered<unknown>[], registered: string | undefined): NonNullable<SystemSlice['release']> {
  const told = answers.map(({ says }) => hosted.safeParse(says).data).find((one) => one !== undefined);
  return { ...(told ? { version: told.version, ...(told.canary ? { canary: told.canary } : {}) } : {}), ...(registered ? { registered } : {}) };
}
