import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import { Gstr1 } from './gstr1.js';

/** A saree of 12,600 rupees abroad: 12,000 and 600 of IGST. */
const abroad = (kind: TaxDocument['kind'], number: string): TaxDocument => ({
  kind,
  number,
  issuedAt: '2026-11-23T09:30:00.000Z',
  orderNumber: 'RV-26-0042174',
  orderId: 'a'.repeat(24),
  orderedAt: '2026-11-20T09:30:00.000Z',
  supplier: { name: 'Rangavalli Textiles', tradeName: 'Rangavalli', address: [], stateCode: '36' },
  buyer: { name: 'Asha Rao', address: [], stateCode: '96' },
  deliveryAddress: [],
  placeOfSupply: '96',
  isReverseCharge: false,
  lines: [
    {
      lineId: '1',
      description: 'Kanchipuram pattu',
      hsn: '5007',
      quantity: 1,
      unit: 'PCS',
      unitPaise: 1_260_000,
      grossPaise: 1_260_000,
      discountPaise: 0,
      chargesPaise: 0,
      taxablePaise: 1_200_000,
      taxBasisPoints: 500,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 60_000,
      amountPaise: 1_260_000,
    },
  ],
  taxablePaise: 1_200_000,
  cgstPaise: 0,
  sgstPaise: 0,
  igstPaise: 60_000,
  roundOffPaise: 0,
  totalPaise: 1_260_000,
  totalInWords: 'Rupees twelve thousand six hundred only',
});

const rowsOf = (...documents: TaxDocument[]) => {
  const report = new Gstr1();
  for (const document of documents) report.add(document);
  return Object.fromEntries(report.sheets().map(({ name, rows }) => [name, rows]));
};

it('has exports and their credit notes in sheets of their own', () => {
  const sheets = rowsOf(abroad('invoice', 'RV/2627/000001'), abroad('credit_note', 'CN/2627/000001'));
  expect(sheets['exp']).toEqual([['WPAY', 'RV/2627/000001', '23-Nov-2026', 12_600, '', '', '', 5, 12_000, 0]]);
  expect(sheets['cdnur']).toEqual([['EXPWP', 'CN/2627/000001', '23-Nov-2026', 'C', '', 12_600, '', 5, 12_000, 0]]);
  expect([sheets['b2cl'], sheets['b2cs']]).toEqual([[], []]);
});

it('names the first and last number of a series also when clocks differ', () => {
  const numbers = ['RV/2627/000002', 'RV/2627/000001', 'CN/2627/1000000', 'CN/2627/999999'];
  expect(rowsOf(...numbers.map((number) => abroad('invoice', number)))['docs']).toEqual([
    ['Invoices for outward supply', 'RV/2627/000001', 'RV/2627/000002', 2, 0],
    ['Invoices for outward supply', 'CN/2627/999999', 'CN/2627/1000000', 2, 0],
  ]);
});

it('lists the documents of each series, also when its prefix was changed in the month', () => {
  const numbers = ['RV/2627/000041', 'RV/2627/000042', 'HYD/2627/000001'];
  expect(rowsOf(...numbers.map((number) => abroad('invoice', number)))['docs']).toEqual([
    ['Invoices for outward supply', 'RV/2627/000041', 'RV/2627/000042', 2, 0],
    ['Invoices for outward supply', 'HYD/2627/000001', 'HYD/2627/000001', 1, 0],
  ]);
});
