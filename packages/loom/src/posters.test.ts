import { posters } from './posters.js';

const ofGroup = (part: string) => posters.filter(({ name }) => name.includes(part));

describe('posters of the home page', () => {
  it('has one for each place, each with its own name', () => {
    const counts = ['hero', 'carousel', 'trending', 'mosaic', 'promo'].map((group) => ofGroup(group).length);
    expect(counts).toEqual([8, 13, 6, 6, 4]);
    expect(new Set(posters.map(({ name }) => name)).size).toBe(posters.length);
  });

  it('has the sizes of the slides', () => {
    for (const { spec } of ofGroup('desktop')) expect([spec.width, spec.height]).toEqual([1920, 900]);
    for (const { spec } of ofGroup('mobile')) expect([spec.width, spec.height]).toEqual([780, 1100]);
  });
});
