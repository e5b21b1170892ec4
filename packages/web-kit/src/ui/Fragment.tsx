import type { ReactNode } from 'react';
import { fragmentOwner, type FragmentName, type Fragments } from '@rangavalli/contracts/fragments';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { RemoteBoundary } from './RemoteBoundary.js';

interface FragmentFrame<Name extends FragmentName> {
  name: Name;
  props: Fragments[Name];
  loading?: ReactNode;
  /** A missing fragment must not disturb its page. */
  failed?: (retry: () => void) => ReactNode;
}

/** `<Fragment name="AddToCart" props={{ product }} />`; a failed one is retried on navigation. */
export function Fragment<Name extends FragmentName>({
  name,
  props,
  loading = null,
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
    />
  );
}
