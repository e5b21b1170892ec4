import { Commands } from '@rangavalli/service-kit/commands/commands';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { buildQuoteLine } from '../testing/quote-line.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Owner', email: 'owner@example.com' });
const manager = buildIdentity({ id: createId(), role: 'manager' });

describe('the shop details', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const put = (body: object, as = owner) => fixture.service.call('PUT /shop/settings', { body }, as);
  const doneItems = async () =>
    (await fixture.service.call('GET /shop/settings', {}, manager)).body.checklist
      .filter(({ isDone }) => isDone)
      .map(({ item }) => item);

  it('have defaults, and a checklist of what is missing', async () => {
    const { body } = await fixture.service.call('GET /shop/settings', {}, manager);
    expect(body.settings).toMatchObject({
      stateCode: '36',
      countryOfOrigin: 'India',
      returnDays: 7,
      hsnDigits: 4,
      invoicePrefix: 'RV',
      roundTotal: false,
    });
    expect([body.checklist.length, await doneItems()]).toEqual([9, []]);
  });

  it('are changed by owners only, with an audit entry, and shown to everybody without the PAN', async () => {
    const details = {
      legalName: 'Rangavalli Textiles',
      gstin: '36AABCT1332L1ZF',
      pan: 'AABCT1332L',
      city: 'Hyderabad',
    };
    expect((await put(details, manager)).status).toBe(403);
    expect((await put(details)).body.message).toBe('Shop details saved. They apply to new invoices.');
    expect(await doneItems()).toEqual(['legalName', 'gstin', 'pan']);
    const { shop } = (await fixture.service.call('GET /shop', {})).body;
    expect(shop).toMatchObject({ legalName: 'Rangavalli Textiles', gstin: '36AABCT1332L1ZF', returnDays: 7 });
    expect(shop).not.toHaveProperty('pan');
    const recorded = await eventually(async () => {
      const found = (await fixture.service.events('audit.order.recorded')).find(
        ({ data }) => data.action === 'order.shop-details',
      );
      expect(found).toBeDefined();
      return found!;
    });
    expect(recorded.data).toMatchObject({
      actor: { id: owner.id },
      subject: 'settings',
      changes: expect.arrayContaining([{ field: 'gstin', to: '36AABCT1332L1ZF' }]),
    });
  });

  it.each([
    [{ gstin: '36AABCT1332L1ZZ' }, 'gstin', 'This GSTIN is not valid. Please check it for a typing error.'],
    [{ gstin: '29AAGCB7383J1Z4' }, 'gstin', 'A GSTIN begins with the code of its state. Please check both.'],
    [
      { gstin: '36AABCT1332L1ZF', pan: 'AAPFU0939F' },
      'pan',
      'This PAN is not the one in the GSTIN. Please check both.',
    ],
    [{ stateCode: '25' }, 'stateCode', 'Select a state.'],
    [{ invoicePrefix: 'RANGA' }, 'invoicePrefix', 'Enter one to four letters or digits, such as RV.'],
    [{ creditNotePrefix: 'RV' }, 'creditNotePrefix', 'Credit notes need a prefix of their own.'],
    [{ pincode: '012345' }, 'pincode', 'Enter a 6-digit PIN code, such as 500092.'],
  ])('refuse %o', async (details, field, message) => {
    expect((await put(details)).body.details).toEqual({ fields: { [field]: message } });
  });

  it('decide the tax rates of later quotes', async () => {
    const commands = fixture.service.app.get(Commands);
    const saree = buildQuoteLine({ pricePaise: 1_120_000 });
    const pant = buildQuoteLine({ category: 'pant', pricePaise: 315_000 });
    const taxesOf = async () =>
      (await commands.request('rpc.order.quote.get', { lines: [saree, pant] })).quote.lines.map(
        ({ taxBasisPoints, taxablePaise }) => [taxBasisPoints, taxablePaise],
      );
    // 11,200 / 1.05 = 10,666.67, halves of 266.67 each; 3,150 / 1.18 = 2,669.49, halves of 240.25
    expect(await taxesOf()).toEqual([
      [500, 1_066_666],
      [1_800, 266_950],
    ]);
    expect((await put({ fabricTax: 12, garmentLimit: 3_000 })).status).toBe(200);
    // 11,200 / 1.12 = 10,000; 3,150 / 1.05 = 3,000, at the limit
    expect(await taxesOf()).toEqual([
      [1_200, 1_000_000],
      [500, 300_000],
    ]);
    expect((await fixture.service.call('GET /shop', {})).body.shop).toMatchObject({ garmentLimit: 3_000 });
    expect((await put({ garmentTaxAbove: 101 })).body.details).toEqual({
      fields: { garmentTaxAbove: 'Enter 0 to 100 percent.' },
    });
    await put({});
  });

  it('decide whether totals are rounded', async () => {
    await put({ roundTotal: true });
    const productId = fixture.shop.addProduct({ unitPaise: 99_949 });
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [productId, 1]);
    const begin = (amount: number) => fixture.service.call('POST /payments/create-order', { body: { amount } }, as);
    expect((await begin(999.49)).body).toMatchObject({ code: 'TOTAL_CHANGED', details: { totalAmount: 999 } });
    expect((await begin(999)).body.order?.amount).toBe(99_900);
    await put({});
  });
});
