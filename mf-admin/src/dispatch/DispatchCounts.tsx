import type { DispatchCounts as Counts } from '@rangavalli/contracts/entities/dispatch';
import { Metrics } from '../layout/Metrics.js';
import { formatCount } from '../listing/counts.js';
import { messages } from './messages.js';

/** How much there is to do. */
export function DispatchCounts({ counts }: { counts: Counts | undefined }) {
  if (!counts) return null;
  return (
    <Metrics
      metrics={[
        { name: messages.overdue, value: formatCount(counts.overdue) },
        { name: messages.dueToday, value: formatCount(counts.today) },
        { name: messages.toShip, value: formatCount(counts.toShip) },
        { name: messages.ready, value: formatCount(counts.ready) },
      ]}
    />
  );
}
