import type { InstanceState, SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Panel } from '../layout/Panel.js';
import { messages } from './messages.js';
import { processesOf } from './problems.js';
import css from './SliceCard.module.css';

const tones: Record<InstanceState, Tone> = {
  ready: 'green',
  stopping: 'yellow',
  unready: 'red',
  down: 'red',
  vacant: 'gray',
};

function stateOf(processes: readonly SliceInstance[]): { text: string; tone: Tone } {
  const [first] = processes;
  if (first && processes.every(({ state }) => state === first.state))
    return { text: messages.states[first.state], tone: tones[first.state] };
  const ready = processes.filter(({ state }) => state === 'ready').length;
  return { text: messages.partlyReady(ready, processes.length), tone: 'yellow' };
}

/** One slice with its processes, release and backlog; `deadLetters` is missing while it is unknown. */
export function SliceCard({ slice, deadLetters }: { slice: SystemSlice; deadLetters: number | undefined }) {
  const { name, kind, consumers, outbox } = slice;
  const processes = processesOf(slice);
  const reserved = slice.instances.length - processes.length;
  const { text, tone } = stateOf(processes);
  const counts = {
    [messages.consumerLag]: consumers?.reduce((sum, one) => sum + one.waiting + one.unacknowledged, 0),
    [messages.unpublished]: outbox?.documents,
    [messages.deadLetters]: deadLetters,
  };
  return (
    <Panel
      title={name}
      className={classNames(css.card, tone === 'red' && css.critical, tone === 'yellow' && css.warning)}
      aside={<Badge tone={tone}>{text}</Badge>}
    >
      <p className={css.release}>{describeRelease(slice)}</p>
      <ul className={css.processes}>
        {processes.map((process) => (
          <ProcessRow key={process.instance ?? process.name} process={process} isOnly={processes.length === 1} />
        ))}
      </ul>
      {reserved > 0 && <p className={css.reserved}>{messages.reserved(reserved)}</p>}
      {kind === 'service' && (
        <dl className={css.counts}>
          {Object.entries(counts).map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-some={Boolean(count)}>{count?.toLocaleString('en-IN') ?? messages.unknown}</dd>
            </div>
          ))}
        </dl>
      )}
      {consumers && consumers.length > 0 && (
        <details className={css.consumers}>
          <summary>{messages.consumes(consumers.length)}</summary>
          <table>
            <thead>
              <tr>
                {[messages.event, messages.pending, messages.inFlight, messages.redelivered].map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {consumers.map(({ event, waiting, unacknowledged, redelivered }) => (
                <tr key={event}>
                  <th scope="row">{event}</th>
                  <td>{waiting}</td>
                  <td>{unacknowledged}</td>
                  <td>{redelivered}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </Panel>
  );
}

/** Describes the live release of a remote according to its host, else the releases that the processes run. */
function describeRelease({ kind, instances, release }: SystemSlice): string {
  const isRemote = kind === 'remote';
  const versions = isRemote ? [release?.version ?? release?.registered] : instances.map(({ version }) => version);
  const known = [...new Set(versions.filter((version) => version !== undefined))];
  if (known.length === 0) return isRemote ? messages.releaseUnknown : messages.noRelease;
  const { canary } = release ?? {};
  return messages.release(known) + (canary ? messages.canary(canary.share, canary.version) : '');
}

function ProcessRow({ process, isOnly }: { process: SliceInstance; isOnly: boolean }) {
  const { name, instance, version, startedAt, state, reason, nats, database } = process;
  const probes = Object.entries({ [messages.nats]: nats, [messages.database]: database });
  const facts = [
    ...(startedAt ? [messages.upSince(formatDateTime(startedAt))] : []),
    ...(!isOnly && version ? [version] : []),
    ...probes.flatMap(([what, probe]) => {
      if (!probe) return [];
      return [probe.ok ? messages.reachable(what, probe.ms.toLocaleString('en-IN')) : messages.unreachable(what)];
    }),
  ];
  return (
    <li data-state={state}>
      <p className={css.process}>
        <span className={css.address} title={instance}>
          {name.replace(/^https?:\/\//, '')}
        </span>
        {!isOnly && <Badge tone={tones[state]}>{messages.states[state]}</Badge>}
      </p>
      {reason && (
        <p className={css.reason}>
          {reason[0]?.toUpperCase()}
          {reason.slice(1)}.
        </p>
      )}
      {facts.length > 0 && (
        <p className={css.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
    </li>
  );
}
