import { posters } from './posters.js';

const named = (part: string) => posters.filter(({ publicId }) => publicId.includes(part));

describe('the posters of the home page', () => {
  it('are as many as the page has places for, each under its own public id', () => {
    expect(['hero', 'carousel', 'trending', 'mosaic', 'promo'].map((part) => named(part).length)).toEqual([
      8, 13, 6, 6, 4,
    ]);
    expect(new Set(posters.map(({ publicId }) => publicId)).size).toBe(posters.length);
    for (const { publicId } of posters) expect(publicId).toMatch(/^rangavalli\/home\/[a-z0-9-]+$/);
  });

  it('have the shapes of the slides', () => {
    for (const { order } of named('desktop')) expect([order.width, order.height]).toEqual([1920, 900]);
    for (const { order } of named('mobile')) expect([order.width, order.height]).toEqual([780, 1100]);
  });
});
