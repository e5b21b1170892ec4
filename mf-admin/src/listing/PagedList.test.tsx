import { fireEvent, render, screen } from '@testing-library/react';
import { Pager } from './PagedList.js';
import { pageOf } from './paging.js';

const orders = Array.from({ length: 4_321 }, (_none, index) => index);

describe('the pager', () => {
  const show = (page: number) => {
    const requested: number[] = [];
    render(<Pager list={pageOf(orders, page, 10)} what="orders" onPage={(next) => requested.push(next)} />);
    return requested;
  };
  const jumpTo = (page: string) => {
    const field = screen.getByLabelText('Page') as HTMLInputElement;
    fireEvent.change(field, { target: { value: page } });
    fireEvent.submit(field.form!);
  };

  it('goes to a page by number and clamps at the ends', () => {
    const requested = show(3);
    expect(screen.getByText('21–30 of 4,321 orders')).toBeTruthy();
    jumpTo('200');
    jumpTo('9999');
    jumpTo('-3');
    jumpTo('');
    expect(requested).toEqual([200, 433, 1]);
  });

  it('scrolls to the top with each page', () => {
    document.documentElement.scrollTop = 900;
    const requested = show(3);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(requested).toEqual([4, 2]);
    expect(document.documentElement.scrollTop).toBe(0);
  });

  it('shows no buttons for a single page', () => {
    render(<Pager list={pageOf([1, 2], 1, 10)} what="orders" onPage={() => undefined} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('1–2 of 2 orders')).toBeTruthy();
  });
});
