import type { ComponentProps } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';

type SearchInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'autoComplete' | 'onKeyDown'>;

/** A search field that may be inside a form: Enter does not submit it. */
export function SearchInput(props: SearchInputProps) {
  return (
    <Input
      {...props}
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
