import type { ShopChecklist, ShopSettings } from '@rangavalli/contracts/entities/shop';

const fields: Record<keyof ShopSettings, string> = {
  legalName: 'Legal name',
  tradeName: 'Trade name',
  addressLine: 'Registered address',
  city: 'City',
  pincode: 'PIN code',
  stateCode: 'State',
  gstin: 'GSTIN',
  pan: 'PAN',
  grievanceName: 'Grievance officer',
  grievanceDesignation: 'Designation',
  grievancePhone: 'Phone of the grievance officer',
  grievanceEmail: 'Email of the grievance officer',
  carePhone: 'Customer care phone',
  careEmail: 'Customer care email',
  countryOfOrigin: 'Country of origin',
  maker: 'Manufacturer, packer or importer',
  returnDays: 'Return period (days)',
  categoryReturnDays: 'Return period by category (days)',
  finalCategories: 'Taken back only with a fault',
  isSaleCreditOnly: 'Sale items are exchanged or credited, not refunded',
  hsnDigits: 'Turnover',
  invoicePrefix: 'Prefix of invoices',
  creditNotePrefix: 'Prefix of credit notes',
  roundTotal: 'Round totals to whole rupees',
  fabricTax: 'GST on fabric (%)',
  garmentTax: 'GST on garments (%)',
  garmentLimit: 'Garments up to (₹ each, without tax)',
  garmentTaxAbove: 'GST on garments above that (%)',
  jewelleryTax: 'GST on imitation jewellery (%)',
};

const hints: Partial<Record<keyof ShopSettings, string>> = {
  tradeName: 'Printed large on invoices',
  gstin: '15 characters, such as 36AABCT1332L1ZF',
  grievanceDesignation: 'For instance Customer Relations Manager',
  countryOfOrigin: 'Of products that do not name their own',
  maker: 'Name and address, of products that do not name their own',
  returnDays: 'After delivery; shown on product, order and refund pages',
  hsnDigits: 'Decides how many digits HSN codes need',
  fabricTax: 'Sarees and unstitched fabric',
  garmentLimit: 'After discounts; dearer ones have the higher rate',
  invoicePrefix: 'RV gives RV/2627/000123',
  creditNotePrefix: 'Credit notes have a series of their own',
};

const items: Record<ShopChecklist[number]['item'], string> = {
  legalName: 'the legal name',
  addressLine: 'the registered address',
  gstin: 'the GSTIN',
  pan: 'the PAN',
  grievanceName: 'a grievance officer',
  grievancePhone: 'the phone of the grievance officer',
  grievanceEmail: 'the email of the grievance officer',
  carePhone: 'a customer care phone',
  maker: 'the manufacturer, packer or importer',
};

const list = new Intl.ListFormat('en-IN', { type: 'conjunction' });

export const messages = {
  title: 'Shop details',
  what: 'the shop details',
  loadFailed: 'The shop details could not be loaded.',
  note: 'Invoices, law pages and product pages show these details. Issued invoices stay as they are.',
  accountant: 'Your accountant must confirm tax numbers, HSN codes, rates and rounding before you sell.',
  business: 'Business',
  returns: 'Returns',
  taxes: 'Taxes and invoices',
  contacts: 'Contacts',
  products: 'Products and returns',
  fields,
  hints,
  items,
  turnoverUpTo: 'Up to ₹5 crore a year (4 digits)',
  turnoverAbove: 'Above ₹5 crore a year (6 digits)',
  shortCodes:
    'Products without an HSN code of their own keep the 4 digits of their category or fabric on invoices and in GSTR-1. ' +
    'To give them 6, export the products as CSV on the Products page, fill the column hsn and import the file.',
  save: 'Save shop details',
  ownersOnly: 'Only owners can change these details.',
  enterDays: 'Enter a whole number of days from 0 to 90.',
  enterRate: 'Enter a number, such as 5.',
  enterCountry: 'Enter a country.',

  checklist: 'Before you go live',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  missing: (names: readonly string[]) => `You can’t go live without ${list.format(names)}.`,
  enter: (field: string) => `Enter: ${field}`,
};
