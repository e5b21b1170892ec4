import type { ReactNode } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './listing.module.css';
import type { ListAddress } from './use-list-address.js';

interface FilterBarProps {
  address: ListAddress;
  /** What is listed, for screen readers. */
  what: string;
  /** Label of the search field: what it looks through. */
  search: string;
  /** How many are left, told to screen readers as it changes. */
  found: number;
  children?: ReactNode;
}

/** The search field of a list with its filters (`children`) beside it. Narrows the list as it is typed. */
export function FilterBar({ address, what, search, found, children }: FilterBarProps) {
  return (
    <div role="search" className={css.filters} aria-label={`Search ${what}`}>
      <Input
        label={search}
        type="search"
        value={address.of('q')}
        autoComplete="off"
        onChange={(event) => address.set({ q: event.target.value })}
      />
      {children}
      {address.filtered && (
        <Button look="quiet" onClick={address.clear}>
          Clear filters
        </Button>
      )}
      <p className={css.told} role="status">
        {address.filtered ? `${found} found` : ''}
      </p>
    </div>
  );
}
