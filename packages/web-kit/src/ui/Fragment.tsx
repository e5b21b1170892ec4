import type { ReactNode } from 'react';
import { fragmentOwner, type FragmentName, type Fragments } from '@rangavalli/contracts/fragments';
import { useLocation } from '@rangavalli/web-kit/router';
import { RemoteBoundary } from './RemoteBoundary.js';

interface FragmentFrame<Name extends FragmentName> {
  name: Name;
  props: Fragments[Name];
  loading?: ReactNode;
  /** `near`: not before the visitor comes near it (`LazyBoundary`). */
  when?: 'near';
  /** Nothing, unless told: a missing fragment must not disturb the page it stands on. */
  failed?: (retry: () => void) => ReactNode;
}

/**
 * A piece of the page that another slice owns: `<Fragment name="AddToCart" props={{ product }} />`.
 * One that could not be loaded is tried again when the visitor goes to another page.
 */
export function Fragment<Name extends FragmentName>({
  name,
  props,
  loading = null,
  when,
  failed = () => null,
}: FragmentFrame<Name>) {
  const { pathname } = useLocation();
  return (
    <RemoteBoundary
      remote={fragmentOwner[name]}
      exposed={name}
      props={{ ...props }}
      resetKey={pathname}
      loading={loading}
      failed={failed}
      {...(when ? { when } : {})}
    />
  );
}
