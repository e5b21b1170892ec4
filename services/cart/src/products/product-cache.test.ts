import { buildCustomer, buildProduct, type CartFixture, startCart, toCatalogProduct } from '../testing/start-cart.js';
import { ProductCache } from './product-cache.js';

describe('the product cache', () => {
  let shop: CartFixture;
  let cache: ProductCache;
  beforeAll(async () => {
    shop = await startCart({ PRODUCT_CACHE_MS: '60000' });
    cache = shop.app.get(ProductCache);
  });
  afterAll(() => shop.stop());

  it('requests a product once for showing a cart and each time for changing it', async () => {
    const saree = shop.putProduct(buildProduct());
    const before = shop.countRequests();
    for (let time = 0; time < 3; time += 1)
      expect((await cache.getRecent([saree._id, saree._id])).get(saree._id)).toEqual(toCatalogProduct(saree));
    expect(shop.countRequests()).toBe(before + 1);
    const dearer = shop.putProduct({ ...saree, price: 9 });
    expect((await cache.getCurrent([saree._id])).get(saree._id)).toEqual(toCatalogProduct(dearer));
    expect((await cache.getRecent([saree._id])).get(saree._id)).toEqual(toCatalogProduct(dearer));
    expect(shop.countRequests()).toBe(before + 2);
  });

  it('shares a request between simultaneous changes of carts', async () => {
    const [saree, kurta] = [shop.putProduct(buildProduct()), shop.putProduct(buildProduct())];
    const { _id: missing } = buildProduct();
    const before = shop.countRequests();
    const found = await Promise.all(
      [[saree._id], [kurta._id, missing], [saree._id], [missing]].map((ids) => cache.getCurrent(ids)),
    );
    expect(found.map((products) => [...products.values()])).toEqual([
      [toCatalogProduct(saree)],
      [toCatalogProduct(kurta)],
      [toCatalogProduct(saree)],
      [],
    ]);
    expect(shop.countRequests()).toBe(before + 1);
  });

  it('caches that a product does not exist', async () => {
    const { _id } = buildProduct();
    expect(await cache.getCurrent([_id])).toEqual(new Map());
    shop.setCatalogAvailable(false);
    expect(await cache.getCurrent([_id])).toEqual(new Map());
    await expect(cache.getCurrent([_id, buildProduct()._id])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    shop.setCatalogAvailable(true);
  });

  it('is bounded and returns every requested product', async () => {
    const many = Array.from({ length: 2_500 }, () => shop.putProduct(buildProduct())._id);
    for (let from = 0; from < many.length; from += 250)
      expect((await cache.getRecent(many.slice(from, from + 250))).size).toBe(250);
    const before = shop.countRequests();
    await cache.getRecent(many.slice(-1));
    expect(shop.countRequests()).toBe(before);
    await cache.getRecent(many.slice(0, 1));
    expect(shop.countRequests()).toBe(before + 1);
    expect((await shop.call('GET /cart', {}, buildCustomer())).status).toBe(200);
  });
});
