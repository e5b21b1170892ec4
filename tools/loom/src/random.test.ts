import { Random, hash, noise } from './random.js';

describe('a seeded stream of numbers', () => {
  it('is the same for the same seed and another for another', () => {
    const draw = (seed: number | string) =>
      Array.from(
        { length: 20 },
        (
          (random) => () =>
            random.next()
        )(new Random(seed)),
      );
    expect(draw('Banarasi')).toEqual(draw('Banarasi'));
    expect(draw('Banarasi')).not.toEqual(draw('Banarsi'));
    expect(draw(hash('x'))).toEqual(draw('x'));
  });

  it('stays in its bounds', () => {
    const random = new Random(5);
    for (let k = 0; k < 1000; k += 1) {
      const value = random.between(-2, 3);
      expect(value).toBeGreaterThanOrEqual(-2);
      expect(value).toBeLessThan(3);
      expect(Math.abs(noise(value * 7, k * 0.31, 9))).toBeLessThanOrEqual(1);
    }
  });
});
