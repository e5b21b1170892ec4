import type { ReactNode } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import css from './Dispatch.module.css';
import { messages } from './messages.js';
import type { Selection } from './use-selection.js';

/** How many rows are selected, and what can be done with them; it stays visible below the list. */
export function ActionBar({
  selection,
  rows,
  children,
}: {
  selection: Selection;
  rows: readonly string[];
  children: ReactNode;
}) {
  const { size } = selection.ids;
  return (
    <section className={css.bar} aria-label={messages.actions}>
      <p className={css.count}>
        <span role="status">{messages.selected(size)}</span>
        <Button look="quiet" onClick={() => selection.replace(size > 0 ? [] : rows)}>
          {size > 0 ? messages.selectNone : messages.selectAll}
        </Button>
      </p>
      {children}
    </section>
  );
}
