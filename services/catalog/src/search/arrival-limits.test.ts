import { Controller, Module } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { serviceConfig } from '@rangavalli/service-kit/config';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

let requests = 0;

/** Replies in place of the fulfilment service: three days of handling are in time at 500092, none elsewhere. */
@Controller()
class Arrivals {
  @MessagePattern('rpc.fulfilment.arrival.get')
  get(
    @Payload() { before, pincode = '500092' }: CommandRequest<'rpc.fulfilment.arrival.get'>,
  ): CommandReply<'rpc.fulfilment.arrival.get'> {
    requests += 1;
    if (before !== 'sankranti') return { outcome: 'unknown_festival' };
    if (pincode === '999999') return { outcome: 'unknown_pin' };
    const byCategory = { saree: 2, kidswear: 2, accessories: 1, 'family combo': 4, 'customised combo': 5, pant: 2 };
    return { outcome: 'known', maxHandlingDays: pincode === '500092' ? 3 : -1, byCategory };
  }
}
@Module({ controllers: [Arrivals] })
class ArrivalsModule {}

let catalog: CatalogUnderTest;
let fulfilment: TestService;
beforeAll(async () => {
  catalog = await startCatalog();
  const service = { name: 'fulfilment', config: serviceConfig, module: ArrivalsModule } as const;
  fulfilment = await startTestService(service, catalog.natsServer.url);
});
afterAll(async () => {
  await fulfilment.stop();
  await catalog.stop();
});

const list = (query: object) => catalog.call('GET /products/getAll', { query });
const namesOf = async (query: object) => (await list(query)).body.products.map(({ name }) => name).toSorted();

it('lists show what arrives before a festival: by handling days of product or category, with personalisation', async () => {
  const text = { kind: 'text' as const, label: 'Name', maxLength: 20, extraDays: 2 };
  await catalog.create({ name: 'two days of its category' });
  await catalog.create({ name: 'three days of its own', handlingDays: 3 });
  await catalog.create({ name: 'four days of its own', handlingDays: 4 });
  await catalog.create({ name: 'four days of its category', category: 'family combo', sareeType: undefined });
  await catalog.create({ name: 'required name', personalisationFields: [{ ...text, required: true }] });
  await catalog.create({ name: 'optional name', personalisationFields: [{ ...text, required: false }] });
  expect(await namesOf({ arrivesBefore: 'sankranti' })).toEqual([
    'optional name',
    'three days of its own',
    'two days of its category',
  ]);
  expect(await namesOf({ arrivesBefore: 'sankranti', pincode: '190001' })).toEqual([]);
  expect(await namesOf({ arrivesBefore: 'sankranti', category: 'family combo' })).toEqual([]);
  const before = requests;
  await list({ arrivesBefore: 'Sankranti'.toLowerCase(), sort: 'name' });
  expect(requests).toBe(before);
});

it('an unknown festival or PIN code is refused', async () => {
  expect((await list({ arrivesBefore: 'pongal' })).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: { arrivesBefore: expect.stringContaining('festival') } },
  });
  expect((await list({ arrivesBefore: 'sankranti', pincode: '999999' })).body.details).toEqual({
    fields: { pincode: 'This PIN code does not exist. Please check it.' },
  });
  expect((await list({ arrivesBefore: 'sankranti', pincode: '12' })).status).toBe(400);
});
