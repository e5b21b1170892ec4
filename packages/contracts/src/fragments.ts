import type { z } from 'zod';
import type { fragmentProps } from './fragment-props.js';

/** A fragment's default export is a React component. */
export const remotes = {
  mf_catalog: { slice: 'mf-catalog', exposes: ['routes'] },
  mf_checkout: { slice: 'mf-checkout', exposes: ['routes', 'AddToCart', 'CartBadge'] },
  mf_account: { slice: 'mf-account', exposes: ['routes', 'AccountMenu'] },
  mf_admin: { slice: 'mf-admin', exposes: ['routes'] },
} as const;

export type RemoteName = keyof typeof remotes;

export type Fragments = { [Name in keyof typeof fragmentProps]: z.infer<(typeof fragmentProps)[Name]> };

export type AddToCartProps = Fragments['AddToCart'];
export type CartBadgeProps = Fragments['CartBadge'];
export type AccountMenuProps = Fragments['AccountMenu'];

export type FragmentName = keyof Fragments;

export const fragmentOwner = {
  AddToCart: 'mf_checkout',
  CartBadge: 'mf_checkout',
  AccountMenu: 'mf_account',
} as const satisfies Record<FragmentName, RemoteName>;
