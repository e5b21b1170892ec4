import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { buildShop } from '@rangavalli/web-kit/testing/builders';

/** Of a shop whose owner has entered the legal name only. */
export const settings: ShopSettings = {
  ...buildShop({ legalName: 'Rangavalli Textiles', finalCategories: ['customised combo'] }),
  pan: '',
  invoicePrefix: 'RV',
  creditNotePrefix: 'CN',
  roundTotal: false,
};
