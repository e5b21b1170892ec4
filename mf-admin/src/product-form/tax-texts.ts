export const taxTexts = {
  hsn: 'HSN code',
  defaultHsn: (hsn: string) => `Empty: ${hsn}, or the code of the fabric`,
  taxClass: 'Tax class',
  taxClasses: {
    fabric: 'Fabric: 5 %',
    garment: 'Garment: 5 % up to ₹2,500 a piece, above 18 %',
    imitationJewellery: 'Imitation jewellery: 3 %',
  },
  byCategory: 'By category',
  defaultClass: (name: string) => `Default: ${name}`,
  betweenRates:
    'Garments above ₹2,625 with tax are taxed at 18 %. Up to ₹2,950 you keep more at a price of ₹2,625: 5 % applies.',
  legalFields: { netQuantity: 'Net quantity', countryOfOrigin: 'Country of origin', maker: 'Manufacturer or packer' },
  legalHints: {
    netQuantity: 'For instance 1 saree with blouse piece',
    countryOfOrigin: 'Empty: the country in the shop details',
    maker: 'Name and address. Empty: the one in the shop details',
  },
};
