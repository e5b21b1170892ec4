import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PaymentDetails, WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { fakeApi, type FakeRequest, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

const orderId = 'c'.repeat(24);
const at = '2026-01-15T09:30:00.000Z';
const stuck: PaymentDetails = {
  orderNumber: 'RV-26-0042174',
  orderId,
  userId: 'a'.repeat(24),
  amount: 4_999,
  currency: 'INR',
  razorpayOrderId: 'order_1',
  createdAt: at,
  problems: ['captured_without_order'],
  captures: [{ paymentId: 'pay_1', method: 'upi', amount: 4_999, currency: 'INR', at: '2026-01-15T09:31:00.000Z' }],
  refunds: [],
  failures: [{ paymentId: 'pay_0', reason: 'Card declined', at: '2026-01-15T09:30:30.000Z' }],
  order: { phase: 'expired', amount: 4_999 },
};
const delivery: WebhookDelivery = {
  _id: 'd1',
  event: 'payment.captured',
  receivedAt: '2026-01-15T09:32:00.000Z',
  outcome: 'failed',
  orderId,
  error: 'Razorpay 503',
};
const pages = { success: true as const, total: 1 };
const none = { captured_without_order: 0, amount_mismatch: 0, refund_pending: 0, refund_failed: 0 };

asAdmin();

describe('the payments admin', () => {
  it('lists payments that need attention, by issue with counts, with links', async () => {
    const api = fakeApi({
      'GET /payments/admin': { ...pages, payments: [stuck], counts: { ...none, captured_without_order: 1 } },
    });
    visit('/admin/payments');
    expect((await screen.findByRole('link', { name: 'RV-26-0042174' })).getAttribute('href')).toBe(
      `/admin/payments/${orderId}`,
    );
    const row = within(screen.getByRole('table', { name: 'Payments' }));
    expect(row.getByText('Paid, no order')).toBeTruthy();
    expect(row.getByText('₹4,999')).toBeTruthy();
    expect(row.getByText('Checkout expired')).toBeTruthy();
    expect(api.requestsTo('GET /payments/admin')[0]?.query.get('problem')).toBe('any');
    fireEvent.change(screen.getByLabelText('Issue'), { target: { value: 'refund_failed' } });
    await waitFor(() =>
      expect(api.requestsTo('GET /payments/admin').at(-1)?.query.get('problem')).toBe('refund_failed'),
    );
    expect(screen.getByRole('option', { name: /^Paid, no order/ })).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'pay_1' } });
    await waitFor(() => expect(api.requestsTo('GET /payments/admin').at(-1)?.query.get('q')).toBe('pay_1'));
    fireEvent.click(screen.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(api.requestsTo('GET /payments/admin').at(-1)?.query.get('problem')).toBeNull());
  });

  it('lists the payments of a period, or of the dates that were entered', async () => {
    const api = fakeApi({ 'GET /payments/admin': { ...pages, payments: [stuck], counts: none } });
    visit('/admin/payments?view=all');
    await screen.findByRole('link', { name: 'RV-26-0042174' });
    const sent = () => {
      const { query } = api.requestsTo('GET /payments/admin').at(-1) ?? {};
      return [query?.get('from') ?? null, query?.get('to') ?? null];
    };
    expect(sent()).toEqual([null, null]);
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'today' } });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    await waitFor(() => expect(sent()).toEqual([today, today]));
    expect(screen.queryByLabelText('From')).toBeNull();

    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'custom' } });
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-01-10' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-12' } });
    await waitFor(() => expect(sent()).toEqual(['2026-01-10', '2026-01-12']));
    // Each digit of a typed year is a change.
    for (const year of ['0002', '0020', '0202'])
      fireEvent.change(screen.getByLabelText('To'), { target: { value: `${year}-01-30` } });
    expect(screen.getByText('Choose an end that is not before the start.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-30' } });
    await waitFor(() => expect(sent()).toEqual(['2026-01-10', '2026-01-30']));
    expect(screen.queryByText('Choose an end that is not before the start.')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(sent()).toEqual([null, null]));
  });

  it('shows an error with a retry, and when there are no issues', async () => {
    const api = fakeApi({ 'GET /payments/admin': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/payments');
    expect(await screen.findByText('The payments could not be loaded.')).toBeTruthy();
    api.responses['GET /payments/admin'] = { ...pages, total: 0, payments: [], counts: none };
    press(/again/i);
    expect(await screen.findByText('No payment issues')).toBeTruthy();
  });

  it('shows a payment’s events by time', async () => {
    fakeApi({ 'GET /payments/admin/{orderId}': { success: true, payment: stuck, deliveries: [delivery] } });
    visit(`/admin/payments/${orderId}`);
    await screen.findByRole('heading', { name: 'Payment RV-26-0042174' });
    const lines = within(screen.getByRole('region', { name: 'Timeline' }))
      .getAllByRole('listitem')
      .map(({ firstElementChild }) => firstElementChild?.textContent);
    expect(lines).toEqual([
      'Payment of ₹4,999 created',
      'Payment failed: Card declined',
      '₹4,999 captured by upi',
      'Webhook payment.captured: failed',
      'Order: Checkout expired',
    ]);
  });

  it('retries and shows the result', async () => {
    const api = fakeApi({
      'GET /payments/admin/{orderId}': { success: true, payment: stuck, deliveries: [] },
      'POST /payments/admin/{orderId}/retry': errorResponse(
        502,
        'PAYMENT_PROVIDER_FAILED',
        'Razorpay did not respond.',
      ),
    });
    visit(`/admin/payments/${orderId}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await expectToast('Razorpay did not respond.');
    api.responses['POST /payments/admin/{orderId}/retry'] = {
      success: true,
      message: 'The payment was sent to the order again.',
      payment: stuck,
    };
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Retry' }) as HTMLButtonElement).disabled).toBe(false),
    );
    press('Retry');
    await expectToast('The payment was sent to the order again.');
    await waitFor(() => expect(api.requestsTo('GET /payments/admin/{orderId}')).toHaveLength(3));
  });

  it('refunds after a reason and a confirmation, and not when the payment has an order', async () => {
    const api = fakeApi({
      'GET /payments/admin/{orderId}': { success: true, payment: stuck, deliveries: [] },
      'POST /payments/admin/{orderId}/refund': {
        success: true,
        message: 'The payment was refunded.',
        payment: stuck,
        outcome: 'refunded',
      },
    });
    const { unmount } = visit(`/admin/payments/${orderId}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Refund ₹4,999' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Refund ₹4,999?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Refund ₹4,999' }));
    expect(dialog.getByText('Enter a reason.')).toBeTruthy();
    expect(api.requestsTo('POST /payments/admin/{orderId}/refund')).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'paid twice' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Refund ₹4,999' }));
    await expectToast('The payment was refunded.');
    expect(api.requestsTo('POST /payments/admin/{orderId}/refund')[0]?.body).toEqual({
      paymentId: 'pay_1',
      reason: 'paid twice',
    });
    unmount();
    api.responses['GET /payments/admin/{orderId}'] = {
      success: true,
      payment: { ...stuck, problems: [], order: { phase: 'placed', status: 'Pending', amount: 4_999 } },
      deliveries: [],
    };
    visit(`/admin/payments/${orderId}`);
    await screen.findByRole('heading', { name: 'Payment RV-26-0042174' });
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
  });

  it('states that a refund needs a second person, and offers it again only after a rejection', async () => {
    const refund = { paymentId: 'pay_1', amount: 4_999, reason: 'paid twice', attempts: 0 };
    const api = fakeApi({
      'GET /payments/admin/{orderId}': { success: true, payment: stuck, deliveries: [] },
      'GET /payments/settings': { success: true, settings: { refundApprovalAbove: 1_000, refundDailyCount: 5 } },
      'POST /payments/admin/{orderId}/refund': {
        success: true,
        message: 'Another person must approve this refund.',
        payment: stuck,
        outcome: 'approval_required',
      },
    });
    const { unmount } = visit(`/admin/payments/${orderId}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Refund ₹4,999' }));
    expect(await screen.findByText(/Refunds above ₹1,000 need a second person\./)).toBeTruthy();
    const dialog = within(screen.getByRole('dialog', { name: 'Refund ₹4,999?' }));
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'paid twice' } });
    api.responses['GET /payments/admin/{orderId}'] = {
      success: true,
      payment: { ...stuck, problems: [], refunds: [{ ...refund, state: 'awaiting_approval' }] },
      deliveries: [],
    };
    fireEvent.click(dialog.getByRole('button', { name: 'Refund ₹4,999' }));
    await expectToast('Another person must approve this refund.');
    expect(await screen.findByText('Refund awaits approval')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refund ₹4,999' })).toBeNull();
    unmount();
    api.responses['GET /payments/admin/{orderId}'] = {
      success: true,
      payment: { ...stuck, refunds: [{ ...refund, state: 'rejected' }] },
      deliveries: [],
    };
    visit(`/admin/payments/${orderId}`);
    expect(await screen.findByRole('button', { name: 'Refund ₹4,999' })).toBeTruthy();
  });

  it('shows partial refunds with their states, and offers no full refund beside them', async () => {
    const refund = { paymentId: 'pay_1', amount: 1_000, reason: 'cancelled items or return', attempts: 1 };
    const payment = { ...stuck, problems: [], order: { phase: 'placed', status: 'Cancelled', amount: 4_999 } };
    const api = fakeApi({
      'GET /payments/admin/{orderId}': {
        success: true,
        payment: {
          ...payment,
          problems: ['refund_failed'],
          refunds: [
            { ...refund, state: 'failed' },
            { ...refund, amount: 3_999, state: 'done' },
          ],
        },
        deliveries: [],
      },
    });
    const { unmount } = visit(`/admin/payments/${orderId}`);
    expect(await screen.findByText('Refund of ₹1,000 failed')).toBeTruthy();
    expect(screen.getByText('Refund of ₹3,999 processed')).toBeTruthy();
    expect(screen.getByText('Refund failed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    unmount();
    for (const [amount, badge] of [
      [1_000, 'Paid'],
      [3_999, 'Refunded'],
    ] as const) {
      api.responses['GET /payments/admin/{orderId}'] = {
        success: true,
        payment: {
          ...payment,
          refunds: [
            { ...refund, state: 'done' },
            { ...refund, amount, state: 'done' },
          ],
        },
        deliveries: [],
      };
      const page = visit(`/admin/payments/${orderId}`);
      expect(await screen.findByText(badge)).toBeTruthy();
      page.unmount();
    }
  });

  it('replays webhooks except those with an invalid signature', async () => {
    const api = fakeApi({
      'GET /payments/deliveries': {
        ...pages,
        total: 2,
        deliveries: [delivery, { ...delivery, _id: 'forged-1', event: 'unknown', outcome: 'forged' }],
      },
      'POST /payments/deliveries/{id}/replay': { success: true, message: 'The webhook was processed again.', delivery },
    });
    visit('/admin/payments?view=webhooks');
    expect(await screen.findAllByText('Razorpay 503')).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /^Replay/ })).toHaveLength(1);
    press(/^Replay payment.captured/);
    await expectToast('The webhook was processed again.');
    expect(api.requestsTo('POST /payments/deliveries/{id}/replay')[0]?.params).toEqual({ id: 'd1' });
  });

  it('replays dead letters, and shows when there are none', async () => {
    const api = fakeApi({
      'GET /operations/dead-letters': {
        success: true,
        deadLetters: [
          {
            sequence: 7,
            time: at,
            service: 'catalog',
            subject: 'order.placed',
            attempts: 5,
            error: 'no such product',
            event: '{}',
          },
        ],
      },
      'POST /operations/dead-letters/{sequence}/replay': { success: true, message: 'The event was published again.' },
    });
    visit('/admin/payments?view=dead');
    expect(await screen.findByText('no such product')).toBeTruthy();
    api.responses['GET /operations/dead-letters'] = { success: true, deadLetters: [] };
    press('Replay event 7');
    await expectToast('The event was published again.');
    expect(await screen.findByText('No dead letters.')).toBeTruthy();
    expect(api.requestsTo('POST /operations/dead-letters/{sequence}/replay')[0]?.params).toEqual({ sequence: '7' });
  });

  it('loads payments, webhooks, dead letters and the audit log a page at a time', async () => {
    const deadLetter = (sequence: number) => ({
      sequence,
      time: at,
      service: 'catalog',
      subject: `order.${sequence}`,
      attempts: 5,
      error: 'no such product',
      event: '',
    });
    const entry = (_id: string) => ({
      _id,
      service: 'catalog' as const,
      sequence: 1,
      hash: 'ab'.repeat(32),
      at,
      actor: { name: 'Shop', role: 'owner' as const },
      action: 'stock.changed',
      subject: 'product' as const,
      subjectId: _id,
      label: _id,
      changes: [],
    });
    const other = { ...stuck, orderId: 'd'.repeat(24), orderNumber: 'RV-26-0000017' };
    const first = { success: true as const, total: 2, nextCursor: 'next' };
    const isFirst = ({ query }: FakeRequest) => query.get('cursor') !== 'next';
    const last = { success: true as const };
    fakeApi({
      'GET /payments/admin': (sent) =>
        isFirst(sent) ? { ...first, payments: [stuck], counts: none } : { ...last, payments: [other], counts: none },
      'GET /payments/deliveries': (sent) =>
        isFirst(sent)
          ? { ...first, deliveries: [delivery] }
          : { ...last, deliveries: [{ ...delivery, _id: 'd2', event: 'payment.failed' }] },
      'GET /operations/dead-letters': (sent) =>
        isFirst(sent) ? { ...first, deadLetters: [deadLetter(1)] } : { ...last, deadLetters: [deadLetter(2)] },
      'GET /operations/audit': (sent) =>
        isFirst(sent) ? { ...first, entries: [entry('Ikat')] } : { ...last, entries: [entry('Pattu')] },
    });
    for (const [path, one, two] of [
      ['/admin/payments', 'RV-26-0042174', 'RV-26-0000017'],
      ['/admin/payments?view=webhooks', 'payment.captured', 'payment.failed'],
      ['/admin/payments?view=dead', 'order.1', 'order.2'],
      ['/admin/audit', 'Ikat', 'Pattu'],
    ] as const) {
      const { unmount } = visit(path);
      expect(await screen.findByText(one)).toBeTruthy();
      expect(screen.queryByText(two)).toBeNull();
      expect(screen.getByText(/^1 of 2/)).toBeTruthy();
      press('Load more');
      expect(await screen.findByText(two)).toBeTruthy();
      expect(screen.getByText(one)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
      unmount();
    }
  });
});

describe('the audit log', () => {
  const chained = { service: 'catalog' as const, sequence: 1, hash: 'ab'.repeat(32) };

  it('shows who changed what, with links', async () => {
    const api = fakeApi({
      'GET /operations/audit': {
        ...pages,
        entries: [
          {
            _id: 'e1',
            ...chained,
            at,
            actor: { id: 'f'.repeat(24), name: 'Shop', role: 'owner', email: 'shop@example.com' },
            action: 'stock.changed',
            subject: 'product',
            subjectId: orderId,
            label: 'Ikat',
            changes: [{ field: 'stock', from: '3', to: '9' }],
          },
        ],
      },
    });
    visit('/admin/audit');
    expect((await screen.findByRole('link', { name: 'Ikat' })).getAttribute('href')).toBe(
      `/admin/audit?subjectId=${orderId}`,
    );
    expect(screen.getByText('Stock changed')).toBeTruthy();
    expect(screen.getByText('stock: 3 → 9')).toBeTruthy();
    api.responses['GET /operations/audit'] = { ...pages, total: 0, entries: [] };
    fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'order' } });
    expect(await screen.findByText('No entries found.')).toBeTruthy();
    expect(api.requestsTo('GET /operations/audit').at(-1)?.query.get('subject')).toBe('order');
  });

  it('shows the history of one subject with a link to it', async () => {
    const actor = { id: 'f'.repeat(24), name: 'Shop', role: 'owner' as const };
    const api = fakeApi({
      'GET /operations/audit': {
        ...pages,
        entries: [
          {
            _id: 'e1',
            ...chained,
            at,
            actor,
            action: 'stock.changed',
            subject: 'product',
            subjectId: orderId,
            label: 'Ikat',
            changes: [],
          },
        ],
      },
    });
    visit(`/admin/audit?subjectId=${orderId}`);
    expect((await screen.findByRole('link', { name: 'Open' })).getAttribute('href')).toBe(
      `/admin/products/edit/${orderId}`,
    );
    expect(api.requestsTo('GET /operations/audit')[0]?.query.get('subjectId')).toBe(orderId);
  });

  it('shows the first of many changes and the others on request, and no link to a deleted product', async () => {
    const changes = ['name', 'price', 'category', 'stock', 'fabric', 'weave'].map((field) => ({
      field,
      from: `old ${field}`,
    }));
    const actor = { id: 'f'.repeat(24), name: 'Shop', role: 'owner' as const };
    fakeApi({
      'GET /operations/audit': {
        ...pages,
        entries: [
          {
            _id: 'e1',
            ...chained,
            at,
            actor,
            action: 'product.deleted',
            subject: 'product',
            subjectId: orderId,
            label: 'Ikat',
            changes,
          },
        ],
      },
    });
    visit(`/admin/audit?subjectId=${orderId}`);
    expect(await screen.findByText('History of Ikat')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
    expect(screen.getByText('name: old name → nothing').closest('details')).toBeNull();
    expect(screen.getByText('weave: old weave → nothing').closest('details')?.textContent).toContain('2 more');
  });

  it('shows an error', async () => {
    fakeApi({ 'GET /operations/audit': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/audit');
    expect(await screen.findByText('The audit log could not be loaded.')).toBeTruthy();
  });
});
