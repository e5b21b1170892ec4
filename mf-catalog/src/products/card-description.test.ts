import { cardDescription } from './ProductCard.js';

describe('the description on a card', () => {
  it('is cut to 45 characters with an ellipsis', () => {
    const long = 'A soft Chanderi with hand-drawn butis all over and a zari border.';
    expect(cardDescription(long)).toBe(`${long.slice(0, 45)}…`);
    expect(long.slice(0, 45)).toHaveLength(45);
  });

  it('is unchanged up to 45 characters', () => {
    expect(cardDescription('x'.repeat(45))).toBe('x'.repeat(45));
    expect(cardDescription('')).toBe('');
  });

  it('does not split a character', () => {
    expect(cardDescription('🪷'.repeat(46))).toBe(`${'🪷'.repeat(45)}…`);
  });
});
