export const informationTexts = {
  name: 'Generic name',
  mrp: 'MRP',
  inclusive: (price: string) => `${price}, inclusive of all taxes`,
  netQuantity: 'Net quantity',
  countryOfOrigin: 'Country of origin',
  maker: 'Manufacturer, packer or importer',
  care: 'Customer care',
  returns: 'Returns',
  oneSaree: '1 saree',
  oneItem: '1 item',
  oneSet: '1 set',
};
