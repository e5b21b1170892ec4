import { Random, hash, noise } from './random.js';

describe('Random', () => {
  const draw = (seed: number | string) => {
    const random = new Random(seed);
    return Array.from({ length: 20 }, () => random.next());
  };

  it('repeats its numbers for the same seed only', () => {
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
