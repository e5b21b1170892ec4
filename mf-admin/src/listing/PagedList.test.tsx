import { fireEvent, render, screen } from '@testing-library/react';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { formatCount } from './counts.js';
import { MoreRows } from './PagedList.js';

describe('the end of a list', () => {
  const show = (changes: Partial<Parameters<typeof MoreRows>[0]['list']>, shown = 25, what = 'orders') => {
    const loadMore = jest.fn(() => Promise.resolve(true));
    const list = { first: { total: 432 }, hasMore: true, isLoadingMore: false, moreError: undefined, loadMore };
    render(<MoreRows list={{ ...list, ...changes }} shown={shown} what={what} />);
    return loadMore;
  };

  it('states how many rows are shown, and loads more', () => {
    const loadMore = show({});
    expect(screen.getByText('25 of 432 orders')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(loadMore).toHaveBeenCalledTimes(1);
  });

  it('has no button when all are shown', () => {
    show({ hasMore: false, first: { total: 3 } }, 2);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('2 of 2 orders')).toBeTruthy();
  });

  it.each([
    ['customers', '1 customer'],
    ['entries', '1 entry'],
    ['refund approvals', '1 refund approval'],
  ])('names the only one of %s in the singular', (what, text) => {
    show({ hasMore: false, first: { total: 1 } }, 1, what);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows why more could not be loaded, and offers it again', () => {
    show({ moreError: new ApiError('UNAVAILABLE', 'Temporarily unavailable. Please try again.', 503) });
    expect(screen.getByRole('alert').textContent).toBe('Temporarily unavailable. Please try again.');
    expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy();
  });

  it('shows that the server stopped counting', () => {
    expect([999, 1_000, 25_000].map(formatCount)).toEqual(['999', '1,000+', '1,000+']);
  });
});
