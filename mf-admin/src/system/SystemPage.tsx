import { useEffect, useState } from 'react';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Figures, FiguresSkeleton } from '../layout/Figures.js';
import { Page } from '../layout/Page.js';
import { figuresOf } from './figures.js';
import { SliceCard } from './SliceCard.js';
import css from './SystemPage.module.css';
import { useLive } from './use-live.js';
import { Verdict } from './Verdict.js';

/** The pause between two readings, ms. */
export const EVERY_MS = 5_000;

const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', second: '2-digit' });

const groups = [
  { title: 'Services', kinds: ['gateway', 'service'] },
  { title: 'Frontends', kinds: ['shell', 'remote'] },
] as const;

/** The store as it runs: every slice with its processes, releases and health, what waits, and what is wrong in words. It reads itself again. */
export function SystemPage() {
  const { data, error, loading, reload } = useQuery('system', (signal) => call('GET /system', {}, { signal }));
  useLive(reload, loading, EVERY_MS);
  // A failure stays said while it is tried again.
  const [lastError, setLastError] = useState<ApiError>();
  useEffect(() => {
    if (!loading) setLastError(error);
  }, [loading, error]);
  const failure = error ?? lastError;
  if (!data) {
    return (
      <Page title="System">
        {failure ? (
          <ErrorState title="The system could not be read." error={failure} onRetry={reload} />
        ) : (
          <SystemSkeleton />
        )}
      </Page>
    );
  }
  const readAt = clock.format(new Date(data.readAt));
  return (
    <Page
      title="System"
      note={`Read at ${readAt}, again every ${EVERY_MS / 1_000} seconds`}
      actions={
        <Button look="secondary" onClick={reload}>
          Read again
        </Button>
      }
    >
      {failure && (
        <p className={css.stale} role="alert">
          <strong>It could not be read since {readAt}.</strong> What is below is from then. {failure.message}
        </p>
      )}
      <Verdict system={data} />
      <div className={css.figures}>
        <Figures figures={figuresOf(data)} />
      </div>
      {groups.map(({ title, kinds }) => (
        <section key={title} className={css.group} aria-label={title}>
          <h2 className={css.heading}>{title}</h2>
          <div className={css.cards}>
            {data.slices
              .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
              .map((slice) => (
                <SliceCard
                  key={slice.name}
                  slice={slice}
                  deadLetters={
                    data.deadLetters && (data.deadLetters.find((one) => one.slice === slice.name)?.count ?? 0)
                  }
                />
              ))}
          </div>
        </section>
      ))}
    </Page>
  );
}

/** The screen's shape while it is read for the first time. */
function SystemSkeleton() {
  return (
    <div role="status" aria-label="Loading the system">
      <Skeleton height="4.5rem" />
      <div className={css.figures}>
        <FiguresSkeleton count={4} />
      </div>
      <div className={css.group}>
        <div className={css.cards}>
          {[1, 2, 3, 4, 5, 6].map((one) => (
            <Skeleton key={one} height="14rem" />
          ))}
        </div>
      </div>
    </div>
  );
}
