import { aCustomer, aProduct, type CartUnderTest, startCart } from '../testing/start-cart.js';
import { ProductFacts } from './product-facts.js';

describe('what the cart knows of products', () => {
  let shop: CartUnderTest;
  let facts: ProductFacts;
  beforeAll(async () => {
    shop = await startCart({ PRODUCT_FACTS_MS: '60000' });
    facts = shop.app.get(ProductFacts);
  });
  afterAll(() => shop.stop());

  it('is asked once for showing, and each time for changing', async () => {
    const saree = shop.stock(aProduct());
    const before = shop.asked();
    for (let time = 0; time < 3; time += 1)
      expect((await facts.recent([saree._id, saree._id])).get(saree._id)).toEqual(saree);
    expect(shop.asked()).toBe(before + 1);
    const dearer = shop.stock({ ...saree, price: 9 });
    expect((await facts.fresh([saree._id])).get(saree._id)).toEqual(dearer);
    expect((await facts.recent([saree._id])).get(saree._id)).toEqual(dearer);
    expect(shop.asked()).toBe(before + 2);
  });

  it('includes what is gone', async () => {
    const { _id } = aProduct();
    expect(await facts.fresh([_id])).toEqual(new Map());
    shop.catalogIsThere(false);
    expect(await facts.fresh([_id])).toEqual(new Map());
    await expect(facts.fresh([_id, aProduct()._id])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    shop.catalogIsThere(true);
  });

  it('stays bounded, and answers whole all the same', async () => {
    const many = Array.from({ length: 2_500 }, () => shop.stock(aProduct())._id);
    for (let from = 0; from < many.length; from += 250)
      expect((await facts.recent(many.slice(from, from + 250))).size).toBe(250);
    const before = shop.asked();
    await facts.recent(many.slice(-1));
    expect(shop.asked()).toBe(before);
    await facts.recent(many.slice(0, 1));
    expect(shop.asked()).toBe(before + 1);
    expect((await shop.call('GET /cart', {}, aCustomer())).status).toBe(200);
  });
});
