import { fireEvent, render, screen } from '@testing-library/react';
import { Pager } from './Pager.js';
import { pageOf } from './paging.js';

const orders = Array.from({ length: 4_321 }, (_none, index) => index);

describe('the pages of a long list', () => {
  const show = (page: number) => {
    const asked: number[] = [];
    render(<Pager list={pageOf(orders, page, 10)} what="orders" onPage={(next) => asked.push(next)} />);
    return asked;
  };
  const jumpTo = (page: string) => {
    const field = screen.getByLabelText('Page') as HTMLInputElement;
    fireEvent.change(field, { target: { value: page } });
    fireEvent.submit(field.form!);
  };

  it('are reached by their number, never beyond the ends', () => {
    const asked = show(3);
    expect(screen.getByText('21–30 of 4,321 orders')).toBeTruthy();
    jumpTo('200');
    jumpTo('9999');
    jumpTo('-3');
    jumpTo('');
    expect(asked).toEqual([200, 433, 1]);
  });

  it('begin at the top of the screen, each', () => {
    document.documentElement.scrollTop = 900;
    const asked = show(3);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(asked).toEqual([4, 2]);
    expect(document.documentElement.scrollTop).toBe(0);
  });

  it('are not offered where there is one', () => {
    render(<Pager list={pageOf([1, 2], 1, 10)} what="orders" onPage={() => undefined} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('1–2 of 2 orders')).toBeTruthy();
  });
});
