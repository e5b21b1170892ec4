import type { ShopSettings } from '@rangavalli/contracts/entities/shop';

/** Of a shop whose owner has entered the legal name only. */
export const settings: ShopSettings = {
  legalName: 'Rangavalli Textiles',
  tradeName: '',
  addressLine: '',
  city: '',
  pincode: '',
  stateCode: '36',
  gstin: '',
  pan: '',
  grievanceName: '',
  grievanceDesignation: '',
  grievancePhone: '',
  grievanceEmail: '',
  carePhone: '',
  careEmail: '',
  countryOfOrigin: 'India',
  maker: '',
  returnDays: 7,
  finalCategories: ['customised combo'],
  isSaleCreditOnly: true,
  hsnDigits: 4,
  invoicePrefix: 'RV',
  creditNotePrefix: 'CN',
  roundTotal: false,
};
