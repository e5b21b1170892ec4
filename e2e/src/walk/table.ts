import type { Row } from './row.js';
import { accountRows } from './rows/account.js';
import { adminRows } from './rows/admin.js';
import { checkoutRows } from './rows/checkout.js';
import { storefrontRows } from './rows/storefront.js';

/** The first is a window of 1280 px at 400 % zoom. */
export const widths = [320, 390, 768, 1440] as const;

export const rows: readonly Row[] = [...storefrontRows, ...checkoutRows, ...accountRows, ...adminRows];
