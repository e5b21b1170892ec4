import { fillPath, routePattern } from './path.js';

describe('a path template', () => {
  it('is filled with percent-encoded values', () => {
    expect(fillPath('/orders/{orderId}/lines/{line}', { orderId: 'a/b c', line: 2 })).toBe('/orders/a%2Fb%20c/lines/2');
  });

  it('stays unchanged without placeholders', () => {
    expect(fillPath('/cart')).toBe('/cart');
  });

  it('leaves out missing values', () => {
    expect(fillPath('/orders/{orderId}')).toBe('/orders/');
  });

  it('becomes a route pattern', () => {
    expect(routePattern('/operations/dead-letters/{sequence}/replay')).toBe(
      '/operations/dead-letters/:sequence/replay',
    );
  });
});
