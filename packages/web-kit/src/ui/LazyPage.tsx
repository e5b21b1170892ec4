import type { ComponentType } from 'react';
import { LazyPart } from './LazyPart.js';
import { Skeleton } from './Skeleton.js';

interface LazyPageProps {
  /** '<slice>/<page>' */
  id: string;
  load: () => Promise<ComponentType>;
  /** Read by screen readers while the page loads. */
  loadingLabel: string;
  /** Title of the error, which has a retry. */
  failed: string;
}

/** A page that is rarely opened, in a file of its own. */
export const LazyPage = ({ id, load, loadingLabel, failed }: LazyPageProps) => (
  <LazyPart
    key={id}
    id={id}
    load={load}
    props={{}}
    loading={
      <div role="status" aria-label={loadingLabel}>
        <Skeleton height="20rem" />
      </div>
    }
    failed={failed}
  />
);
