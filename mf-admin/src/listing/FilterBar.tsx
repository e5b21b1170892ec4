import type { ReactNode } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { formatCount } from './counts.js';
import css from './listing.module.css';
import { messages } from './messages.js';
import { type ListParams, useStoredText } from './use-list-params.js';

interface FilterBarProps {
  params: ListParams;
  /** What is listed, for screen readers. */
  what: string;
  /** Label of the search field: the fields that it searches. */
  search?: string;
  /** Number of results, announced to screen readers; undefined until it is known. */
  found: number | undefined;
  children?: ReactNode;
}

export function FilterBar({ params, what, search, found, children }: FilterBarProps) {
  const [text, setText] = useStoredText(params.get('q'), (q) => params.set({ q }));
  return (
    <div role="search" className={css.filters} aria-label={messages.searchLabel(what)}>
      {search && (
        <Input
          label={search}
          type="search"
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {children}
      {params.isFiltered && (
        <Button look="quiet" onClick={params.clear}>
          {messages.clearFilters}
        </Button>
      )}
      <div className={css.status} role="status">
        <VisuallyHidden>
          {params.isFiltered && found !== undefined ? messages.found(formatCount(found)) : ''}
        </VisuallyHidden>
      </div>
    </div>
  );
}

interface FilterSelectProps {
  params: ListParams;
  name: string;
  label: string;
  /** Labels by value; the first one, with the empty value, sets no filter. */
  options: Readonly<Record<string, string>>;
}

export function FilterSelect({ params, name, label, options }: FilterSelectProps) {
  const value = params.get(name);
  return (
    <Select
      label={label}
      value={Object.hasOwn(options, value) ? value : ''}
      onChange={(event) => params.set({ [name]: event.target.value })}
    >
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}
