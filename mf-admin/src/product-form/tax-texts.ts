import { garmentPriceLimit, type Taxes } from '@rangavalli/contracts/product-tax';
import { formatRupees } from '@rangavalli/web-kit/format/money';

export const taxTexts = {
  hsn: 'HSN code',
  defaultHsn: (hsn: string) => `Empty: ${hsn}, or the code of the fabric`,
  taxClass: 'Tax class',
  taxClasses: {
    fabric: 'Fabric',
    garment: 'Garment: by value',
    imitationJewellery: 'Imitation jewellery',
  },
  byCategory: 'By category',
  defaultClass: (name: string) => `Default: ${name}`,
  sixDigits: 'At least 6 digits: invoices of your turnover need them',
  betweenRates: (taxes: Omit<Taxes, 'fabricTax' | 'jewelleryTax'>): string => {
    const limit = formatRupees(garmentPriceLimit(taxes));
    const end = formatRupees(garmentPriceLimit({ ...taxes, garmentTax: taxes.garmentTaxAbove }));
    return (
      `Garments above ${limit} with tax are taxed at ${taxes.garmentTaxAbove}%. Up to ${end} you keep more at a price ` +
      `of ${limit}: ${taxes.garmentTax}% applies.`
    );
  },
  legalFields: { netQuantity: 'Net quantity', countryOfOrigin: 'Country of origin', maker: 'Manufacturer or packer' },
  legalHints: {
    netQuantity: 'For instance 1 saree with blouse piece',
    countryOfOrigin: 'Empty: the country in the shop details',
    maker: 'Name and address. Empty: the one in the shop details',
  },
};
