import type { InstanceState, SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Panel } from '../layout/Panel.js';
import { formatMoment } from '../listing/moment.js';
import { processesOf } from './problems.js';
import css from './SliceCard.module.css';

const states: Record<InstanceState, { word: string; tone: Tone }> = {
  ready: { word: 'Ready', tone: 'green' },
  stopping: { word: 'Stopping', tone: 'yellow' },
  unready: { word: 'Not ready', tone: 'red' },
  down: { word: 'Down', tone: 'red' },
  vacant: { word: 'Free', tone: 'gray' },
};

/** A slice is as its processes are; where they differ, it says how many are ready. */
function stateOf(processes: readonly SliceInstance[]): { word: string; tone: Tone } {
  const [first] = processes;
  if (first && processes.every(({ state }) => state === first.state)) return states[first.state];
  return {
    word: `${processes.filter(({ state }) => state === 'ready').length} of ${processes.length} ready`,
    tone: 'yellow',
  };
}

/** One slice with its processes, its release, and what waits there. `deadLetters` is missing while nobody can say. */
export function SliceCard({ slice, deadLetters }: { slice: SystemSlice; deadLetters: number | undefined }) {
  const { name, kind, consumers, outbox } = slice;
  const processes = processesOf(slice);
  const vacant = slice.instances.length - processes.length;
  const state = stateOf(processes);
  const waiting = consumers?.reduce((sum, one) => sum + one.waiting + one.unacknowledged, 0);
  return (
    <Panel
      title={name}
      className={classNames(css.card, state.tone === 'red' && css.broken, state.tone === 'yellow' && css.uneasy)}
      aside={<Badge tone={state.tone}>{state.word}</Badge>}
    >
      <p className={css.release}>{releaseWords(slice)}</p>
      <ul className={css.processes}>
        {processes.map((process) => (
          <ProcessLine key={process.name} process={process} alone={processes.length === 1} />
        ))}
      </ul>
      {vacant > 0 && (
        <p className={css.vacant}>
          {vacant === 1 ? 'One address is kept free for more.' : `${vacant} addresses are kept free for more.`}
        </p>
      )}
      {kind === 'service' && (
        <dl className={css.counts}>
          {Object.entries({
            'Events waiting': waiting,
            'Not told yet': outbox?.documents,
            'Dead letters': deadLetters,
          }).map(([what, count]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd data-some={Boolean(count)}>{count?.toLocaleString('en-IN') ?? 'unknown'}</dd>
            </div>
          ))}
        </dl>
      )}
      {consumers && consumers.length > 0 && (
        <details className={css.consumers}>
          <summary>
            {consumers.length === 1 ? 'Hears one kind of event' : `Hears ${consumers.length} kinds of events`}
          </summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Waiting</th>
                <th scope="col">In work</th>
                <th scope="col">Repeated</th>
              </tr>
            </thead>
            <tbody>
              {consumers.map(({ event, waiting: left, unacknowledged, redelivered }) => (
                <tr key={event}>
                  <th scope="row">{event}</th>
                  <td>{left}</td>
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

/** The release as visitors meet it: of a remote what its host has live, else what the processes are of. */
function releaseWords({ kind, instances, release }: SystemSlice): string {
  const versions =
    kind === 'remote'
      ? [release?.version ?? release?.registered ?? '']
      : [...new Set(instances.map(({ version }) => version ?? ''))];
  const named = versions.filter(Boolean);
  if (named.length === 0) return kind === 'remote' ? 'Release unknown' : 'No release: the checkout’s own code';
  const canary = release?.canary ? `, for ${release.canary.share} % of visitors ${release.canary.version}` : '';
  return `Release ${named.join(' and ')}${canary}`;
}

function ProcessLine({ process, alone }: { process: SliceInstance; alone: boolean }) {
  const { name, instance, version, startedAt, state, reason, nats, database } = process;
  const { word, tone } = states[state];
  const probes = Object.entries({ NATS: nats, Database: database }).flatMap(([what, probe]) =>
    probe ? [`${what} ${probe.ok ? `${probe.ms.toLocaleString('en-IN')} ms` : 'does not answer'}`] : [],
  );
  const facts = [
    ...(startedAt ? [`up since ${formatMoment(startedAt)}`] : []),
    ...(!alone && version ? [version] : []),
    ...probes,
  ];
  return (
    <li data-state={state}>
      <p className={css.process}>
        <span className={css.address} title={instance}>
          {name.replace(/^https?:\/\//, '')}
        </span>
        {!alone && <Badge tone={tone}>{word}</Badge>}
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
