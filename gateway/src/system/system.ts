import { Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { ProcessReport, SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import { ProcessDiscovery } from '@rangavalli/service-kit/health/process-discovery';
import { ProcessReporter } from '@rangavalli/service-kit/health/process-report';
import { type Identity, IDENTITY_HEADER, IdentitySigner } from '@rangavalli/service-kit/http/identity';
import { z } from 'zod';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { type Probe, probeFrontend, probeService, toInstance } from './probes.js';

const registry = z.object({ remotes: z.record(z.string(), z.object({ version: z.string() })) });
const hostedRelease = z.object({
  version: z.string(),
  canary: z.object({ version: z.string(), share: z.number() }).optional(),
});

type System = CallResponse<'GET /system'>;

/** Probes the instances at the configured addresses and those found over NATS; concurrent callers share one report. */
@Injectable()
export class SystemReader {
  private pending: Promise<System> | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly reporter: ProcessReporter,
    private readonly processDiscovery: ProcessDiscovery,
    private readonly signer: IdentitySigner,
  ) {}

  read(identity: Identity): Promise<System> {
    const headersFor = (service: string) => ({ [IDENTITY_HEADER]: this.signer.sign(service, { identity }) });
    this.pending ??= this.probeAll(headersFor).finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  private async probeAll(headersFor: (service: string) => Record<string, string>): Promise<System> {
    const { services, shell, remotes } = this.upstreams;
    const [own, discovered, serviceProbes, shellProbes, remoteProbes] = await Promise.all([
      this.reporter.report(),
      this.processDiscovery.discover(),
      probeEach(services, (name, upstream) =>
        upstream.forEachInstance((target) => probeService(target, headersFor(name))),
      ),
      shell.forEachInstance((target) => probeFrontend(target, '/registry.json')),
      probeEach(remotes, (name, upstream) =>
        upstream.forEachInstance((target) => probeFrontend(target, `/remotes/${name}/release.json`)),
      ),
    ]);
    const registered = firstDefined(shellProbes, ({ details }) => registry.safeParse(details).data)?.remotes;
    const reports = serviceProbes.flatMap(([, probes]) => probes.flatMap(({ details }) => details ?? []));
    const deadLetters = firstDefined([...reports, ...discovered], (report) => report.deadLetters);
    const gateways = discovered.filter(({ service, instance }) => service === 'gateway' && instance !== own.instance);
    return {
      success: true,
      readAt: new Date().toISOString(),
      slices: [
        {
          name: 'gateway',
          kind: 'gateway',
          instances: [own, ...gateways].map((report) => toInstance(nameOf(report), report)),
        },
        ...serviceProbes.map(([name, probes]) => serviceSlice(name, probes, discovered)),
        { name: 'shell', kind: 'shell', instances: markVacant(shellProbes) },
        ...remoteProbes.map(([name, probes]): SystemSlice => ({
          name,
          kind: 'remote',
          instances: markVacant(probes),
          release: releaseOf(probes, registered?.[name.replaceAll('-', '_')]?.version),
        })),
      ],
      deadLetters,
    };
  }
}

const probeEach = <T>(
  upstreams: Readonly<Record<string, Upstream>>,
  run: (name: string, upstream: Upstream) => Promise<T>,
): Promise<[string, T][]> =>
  Promise.all(
    Object.entries(upstreams).map(async ([name, upstream]): Promise<[string, T]> => [name, await run(name, upstream)]),
  );

function firstDefined<T, U>(values: readonly T[], map: (value: T) => U | undefined): U | undefined {
  return values.map(map).find((mapped) => mapped !== undefined);
}

function serviceSlice(
  name: string,
  probes: readonly Probe<ProcessReport>[],
  discovered: readonly ProcessReport[],
): SystemSlice {
  const probed = probes.flatMap(({ details }) => details ?? []);
  // An address may balance the load between instances.
  const others = discovered.filter(
    ({ service, instance }) => service === name && !probed.some((report) => report.instance === instance),
  );
  // Instances share consumers and outbox: any report has both.
  const reports = [...probed, ...others];
  const consumers = firstDefined(reports, (report) => report.consumers);
  const outbox = firstDefined(reports, (report) => report.outbox);
  return {
    name,
    kind: 'service',
    instances: [
      ...markVacant(probes, others.length > 0),
      ...others.map((report) => toInstance(nameOf(report), report)),
    ],
    consumers,
    outbox,
  };
}

/** Of a process that has no address in this gateway. */
const nameOf = ({ address, instance }: ProcessReport): string => address ?? instance;

function markVacant(probes: readonly Probe<unknown>[], hasOthers = false): SliceInstance[] {
  const hasInstance = hasOthers || probes.some(({ isVacant }) => !isVacant);
  return probes.map(({ instance, isVacant }, index) =>
    isVacant && (hasInstance || index > 0) ? { name: instance.name, state: 'vacant' } : instance,
  );
}

function releaseOf(
  probes: readonly Probe<unknown>[],
  registered: string | undefined,
): NonNullable<SystemSlice['release']> {
  const hosted = firstDefined(probes, ({ details }) => hostedRelease.safeParse(details).data);
  return { ...hosted, registered };
}
