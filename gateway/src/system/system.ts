import { Inject, Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { ProcessReport, SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import type { BaseConfig } from '@rangavalli/service-kit/config';
import { type Identity, IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import { ProcessReporter } from '@rangavalli/service-kit/health/process-report';
import { ProcessDiscovery } from '@rangavalli/service-kit/health/process-discovery';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { z } from 'zod';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { type Answered, askFrontend, askService, instanceOf } from './asking.js';

const registry = z.object({ remotes: z.record(z.string(), z.object({ version: z.string() })) });
const hosted = z.object({
  version: z.string(),
  canary: z.object({ version: z.string(), share: z.number() }).optional(),
});

type System = CallResponse<'GET /system'>;

/**
 * The whole store as its processes tell it just now: those at the addresses that the gateway knows, and by NATS whoever else
 * there is. All are asked at once, for a second and a half at most, so that one that is away makes the answer neither slow
 * nor fail. Who asks meanwhile waits for the same answer.
 */
@Injectable()
export class SystemReader {
  private reading: Promise<System> | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly reporter: ProcessReporter,
    private readonly processDiscovery: ProcessDiscovery,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  /** @param identity the admin who asks; services are told, signed */
  read(identity: Identity): Promise<System> {
    this.reading ??= this.ask({ [IDENTITY_HEADER]: signIdentity(identity, this.config.INTERNAL_SECRET) }).finally(
      () => {
        this.reading = undefined;
      },
    );
    return this.reading;
  }

  private async ask(headers: Record<string, string>): Promise<System> {
    const { services, shell, remotes } = this.upstreams;
    const [own, present, toldByServices, shells, toldByRemotes] = await Promise.all([
      this.reporter.report(),
      this.processDiscovery.discover(),
      named(services, (_name, upstream) => upstream.each((address) => askService(address, headers))),
      shell.each((address) => askFrontend(address, '/registry.json')),
      named(remotes, (name, upstream) =>
        upstream.each((address) => askFrontend(address, `/remotes/${name}/release.json`)),
      ),
    ]);
    const registered = shells.map(({ says }) => registry.safeParse(says).data).find((one) => one !== undefined);
    const deadLetters = [
      ...toldByServices.flatMap(([, answers]) => answers.flatMap(({ says }) => says ?? [])),
      ...present,
    ]
      .map((report) => report.deadLetters)
      .find((one) => one !== undefined);
    return {
      success: true,
      readAt: new Date().toISOString(),
      slices: [
        {
          name: 'gateway',
          kind: 'gateway',
          instances: [
            own,
            ...present.filter(({ service, instance }) => service === 'gateway' && instance !== own.instance),
          ].map((report) => instanceOf(report.instance, report)),
        },
        ...toldByServices.map(([name, answers]) => serviceSlice(name, answers, present)),
        { name: 'shell', kind: 'shell', instances: settled(shells) },
        ...toldByRemotes.map(([name, answers]): SystemSlice => ({
          name,
          kind: 'remote',
          instances: settled(answers),
          release: releaseOf(answers, registered?.remotes[name.replaceAll('-', '_')]?.version),
        })),
      ],
      ...(deadLetters ? { deadLetters } : {}),
    };
  }
}

const named = <T>(
  all: Readonly<Record<string, Upstream>>,
  ask: (name: string, upstream: Upstream) => Promise<T>,
): Promise<[string, T][]> =>
  Promise.all(
    Object.entries(all).map(async ([name, upstream]): Promise<[string, T]> => [name, await ask(name, upstream)]),
  );

function serviceSlice(
  name: string,
  answers: readonly Answered<ProcessReport>[],
  present: readonly ProcessReport[],
): SystemSlice {
  const atAddresses = answers.flatMap(({ says }) => says ?? []);
  // Behind an address that balances there are more than the one that answered.
  const others = present.filter(
    ({ service, instance }) => service === name && !atAddresses.some((report) => report.instance === instance),
  );
  // Work is shared by all processes of a service: whoever knows tells it for all.
  const reports = [...atAddresses, ...others];
  const consumers = reports.find((report) => report.consumers)?.consumers;
  const outbox = reports.find((report) => report.outbox)?.outbox;
  return {
    name,
    kind: 'service',
    instances: [...settled(answers, others.length > 0), ...others.map((report) => instanceOf(report.instance, report))],
    ...(consumers ? { consumers } : {}),
    ...(outbox ? { outbox } : {}),
  };
}

/** Where others of the slice are there, an address at which nobody was or whoever was said goodbye is a free one. */
function settled(answers: readonly Answered<unknown>[], elsewhere = false): SliceInstance[] {
  const anybody = elsewhere || answers.some(({ nobody }) => !nobody);
  return answers.map(({ instance, nobody }, index) =>
    nobody && (anybody || index > 0) ? { name: instance.name, state: 'vacant' } : instance,
  );
}

function releaseOf(
  answers: readonly Answered<unknown>[],
  registered: string | undefined,
): NonNullable<SystemSlice['release']> {
  const told = answers.map(({ says }) => hosted.safeParse(says).data).find((one) => one !== undefined);
  return {
    ...(told ? { version: told.version, ...(told.canary ? { canary: told.canary } : {}) } : {}),
    ...(registered ? { registered } : {}),
  };
}
