import type { SizeStock } from './entities/product.js';

/**
 * Federated pieces: what each remote offers to the shell and to the other remotes.
 * A remote's container name is its folder's with `_`; a fragment is an exposed module `./<Name>`
 * whose default export is a React component with the props below.
 */
export const remotes = {
  mf_catalog: { slice: 'mf-catalog', exposes: ['routes'] },
  mf_checkout: { slice: 'mf-checkout', exposes: ['routes', 'AddToCart', 'CartBadge'] },
  mf_account: { slice: 'mf-account', exposes: ['routes', 'AccountMenu'] },
  mf_admin: { slice: 'mf-admin', exposes: ['routes'] },
} as const;

export type RemoteName = keyof typeof remotes;

/** The product as the `AddToCart` fragment needs it; `sizeStock` where its stock is counted by size. */
export interface AddToCartProps {
  product: { _id: string; name: string; price: number; stock: number; sizes: readonly string[]; sizeStock?: readonly SizeStock[] | undefined };
}

/** The number on the cart icon; draws nothing while it is 0 or unknown. */
export type CartBadgeProps = Record<string, never>;

/** Who is signed in, in the header; draws the documented Login and Signup, or Logout. */
export interface AccountMenuProps {
  /** Called after any of its links or buttons was used: the mobile menu closes itself then. */
  onNavigate?: () => void;
  /** `bar` stands in the desktop header, `list` in the mobile menu. */
  layout?: 'bar' | 'list';
}

/** Props of every fragment, by its name. */
export interface Fragments {
  AddToCart: AddToCartProps;
  CartBadge: CartBadgeProps;
  AccountMenu: AccountMenuProps;
}

export type FragmentName = keyof Fragments;

/** Which remote offers a fragment. */
export const fragmentOwner = {
  AddToCart: 'mf_checkout',
  CartBadge: 'mf_checkout',
  AccountMenu: 'mf_account',
} as const satisfies Record<FragmentName, RemoteName>;
