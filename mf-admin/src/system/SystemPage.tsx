import { useEffect, useState } from 'react';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { Metrics, MetricsSkeleton, type Metric } from '../layout/Metrics.js';
import { Page, PendingPage } from '../layout/Page.js';
import { messages } from './messages.js';
import { problemsOf, processesOf, type System } from './problems.js';
import { SliceCard } from './SliceCard.js';
import css from './SystemPage.module.css';

export const REFRESH_INTERVAL_MS = 5_000;

const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', second: '2-digit' });

const groups: { title: string; kinds: readonly string[] }[] = [
  { title: messages.services, kinds: ['gateway', 'service'] },
  { title: messages.frontends, kinds: ['shell', 'remote'] },
];

/** Every slice with its processes, releases, health and backlog, and the problems in words; it refreshes itself. */
export function SystemPage() {
  const { data, error, loading, reload } = useQuery('system', (signal) => call('GET /system', {}, { signal }));
  useAutoRefresh(reload, loading);
  // A failure stays visible during the next attempt.
  const [lastError, setLastError] = useState<ApiError>();
  useEffect(() => {
    if (!loading) setLastError(error);
  }, [loading, error]);
  const failure = error ?? lastError;
  if (!data)
    return (
      <PendingPage
        title={messages.title}
        query={{ error: failure, reload }}
        what={messages.what}
        loadFailed={messages.loadFailed}
        skeleton={
          <>
            <Skeleton height="4.5rem" />
            <MetricsSkeleton />
            <Skeleton height="30rem" />
          </>
        }
      />
    );
  const updatedAt = clock.format(new Date(data.readAt));
  const deadLettersOf = (name: string) =>
    data.deadLetters && (data.deadLetters.find(({ slice }) => slice === name)?.count ?? 0);
  return (
    <Page
      title={messages.title}
      note={messages.updated(updatedAt, REFRESH_INTERVAL_MS / 1_000)}
      actions={
        <Button look="secondary" onClick={reload}>
          {messages.refresh}
        </Button>
      }
    >
      {failure && (
        <p className={css.stale} role="alert">
          <strong>{messages.stale(updatedAt)}</strong> {messages.staleText} {failure.message}
        </p>
      )}
      <Status system={data} />
      <div className={css.metrics}>
        <Metrics metrics={metricsOf(data)} />
      </div>
      {groups.map(({ title, kinds }) => (
        <section key={title} className={css.group} aria-label={title}>
          <h2 className={css.heading}>{title}</h2>
          <div className={css.cards}>
            {data.slices
              .filter(({ kind }) => kinds.includes(kind))
              .map((slice) => (
                <SliceCard key={slice.name} slice={slice} deadLetters={deadLettersOf(slice.name)} />
              ))}
          </div>
        </section>
      ))}
    </Page>
  );
}

function Status({ system }: { system: System }) {
  const problems = problemsOf(system);
  const countOf = (tone: string) => problems.filter((problem) => problem.tone === tone).length;
  const [critical, warnings] = [countOf('red'), countOf('yellow')];
  const isHealthy = critical + warnings === 0;
  const summary = critical > 0 ? messages.critical(critical) : messages.warnings(warnings);
  return (
    <section
      className={css.status}
      data-tone={problems.find(({ tone }) => tone !== 'blue')?.tone ?? 'green'}
      aria-label={messages.status}
      aria-live="polite"
    >
      <p className={css.title}>
        {isHealthy && <Icon name="check" />}
        {isHealthy ? messages.healthy : summary}
      </p>
      {isHealthy && (
        <p className={css.all}>
          {messages.healthyText(system.slices.length, system.slices.flatMap(processesOf).length)}
        </p>
      )}
      {problems.length > 0 && (
        <ul className={css.problems}>
          {problems.map(({ tone, text, to }) => (
            <li key={text} data-tone={tone}>
              <VisuallyHidden>{messages.tones[tone]}: </VisuallyHidden>
              {to ? <Link to={to}>{text}</Link> : text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** Returns the store's totals; unknown where no process reports a value. */
function metricsOf({ slices, deadLetters }: System): Metric[] {
  const processes = slices.flatMap(processesOf);
  const consumers = slices.flatMap((slice) => slice.consumers ?? []);
  const outboxes = slices.flatMap((slice) => slice.outbox ?? []);
  const total = (numbers: readonly number[] | undefined): string =>
    numbers ? sum(numbers).toLocaleString('en-IN') : messages.unknown;
  const known = (numbers: readonly number[]) => (numbers.length > 0 ? numbers : undefined);
  return [
    {
      name: messages.processesReady,
      value: messages.readyOf(processes.filter(({ state }) => state === 'ready').length, processes.length),
    },
    {
      name: messages.consumerLag,
      value: total(known(consumers.map(({ waiting, unacknowledged }) => waiting + unacknowledged))),
    },
    { name: messages.unpublished, value: total(known(outboxes.map(({ documents }) => documents))) },
    {
      name: messages.deadLetters,
      value: total(deadLetters?.map(({ count }) => count)),
      to: '/admin/payments?view=dead',
    },
  ];
}

/** Reloads an interval after the last load ended while the page is visible, and at once when it becomes visible. */
function useAutoRefresh(reload: () => void, isLoading: boolean): void {
  useEffect(() => {
    if (isLoading) return undefined;
    const isVisible = () => document.visibilityState === 'visible';
    let timer = isVisible() ? setTimeout(reload, REFRESH_INTERVAL_MS) : undefined;
    const onVisibilityChange = () => {
      clearTimeout(timer);
      timer = isVisible() ? setTimeout(reload) : undefined;
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [reload, isLoading]);
}
