import { render } from '@testing-library/react';
import { Price } from './Price.js';

const textOf = (props: Parameters<typeof Price>[0]) => render(<Price {...props} />).container.textContent;

describe('a price', () => {
  it('has the regular price struck through while a sale lowers it', () => {
    expect(textOf({ rupees: 999, regular: 1299 })).toBe('Sale price ₹999, regular price ₹1,299');
    expect(document.querySelector('s')?.textContent).toBe('₹1,299');
  });

  it('is the amount only without a lower price', () => {
    expect(textOf({ rupees: 1299 })).toBe('₹1,299');
    expect(textOf({ rupees: 1299, regular: 1299 })).toBe('₹1,299');
  });
});
