import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import AccountRoutes from './routes.js';

/** Mocks the gateway's responses by `METHOD /path`; other calls fail with 500. */
function mockGateway(responses: Record<string, { status?: number; body: unknown }>): jest.Mock {
  const fake = jest.fn((url: string, init: { method?: string }) => {
    const { status = 200, body } = responses[`${init.method ?? 'GET'} ${url}`] ?? {
      status: 500,
      body: { success: false, code: 'INTERNAL', message: 'Something went wrong.', requestId: 'r' },
    };
    const text = () => Promise.resolve(JSON.stringify(body));
    return Promise.resolve({ ok: status < 400, status, headers: new Headers(), text });
  });
  globalThis.fetch = fake as unknown as typeof fetch;
  return fake;
}

const visit = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/admin/*" element={<p>the admin area</p>} />
        <Route path="*" element={<AccountRoutes />} />
      </Routes>
    </MemoryRouter>,
  );

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const user = {
  _id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  role: 'user',
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};

beforeEach(() => localStorage.clear());

describe('logging in', () => {
  it('stores token and user and opens the user area', async () => {
    mockGateway({
      'POST /api/users/login': { body: { success: true, message: 'Login successful!', token: 't', user } },
      'GET /api/users/profile': { body: { success: true, user } },
    });
    visit('/login');
    fill('Email', user.email);
    fill('Password', 'secret words');
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { name: 'Hello, Asha' })).toBeTruthy();
    expect(localStorage.getItem('token')).toBe('t');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ _id: user._id });
  });

  it('opens the admin area for staff', async () => {
    mockGateway({
      'POST /api/users/login': {
        body: {
          success: true,
          message: 'Login successful!',
          token: 't',
          user: { ...user, role: 'admin', staffRole: 'catalogue' },
        },
      },
    });
    visit('/login');
    fill('Email', user.email);
    fill('Password', 'secret words');
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('the admin area')).toBeTruthy();
  });

  it('shows the server’s reason and stays', async () => {
    mockGateway({
      'POST /api/users/login': {
        status: 401,
        body: {
          success: false,
          code: 'INVALID_CREDENTIALS',
          message: 'Incorrect email or password.',
          requestId: 'r',
        },
      },
    });
    visit('/login');
    fill('Email', user.email);
    fill('Password', 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('falls back to its own messages without a server message or a server', async () => {
    mockGateway({ 'POST /api/users/login': { status: 400, body: { success: false } } });
    visit('/login');
    fill('Email', user.email);
    fill('Password', 'secret words');
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Login failed');
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
  });
});

describe('registering', () => {
  it('opens the login after one second', async () => {
    jest.useFakeTimers();
    mockGateway({
      'POST /api/users/register': { status: 201, body: { success: true, message: 'Registration successful!' } },
    });
    visit('/register');
    fill('Name', 'Asha Rao');
    fill('Email', user.email);
    fill('Password', 'long enough');
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(screen.getByText('Registration successful!')).toBeTruthy());
    expect(screen.queryByRole('heading', { name: 'Login' })).toBeNull();
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
    jest.useRealTimers();
  });

  it('marks the field that the server rejects', async () => {
    mockGateway({
      'POST /api/users/register': {
        status: 400,
        body: {
          success: false,
          code: 'VALIDATION_FAILED',
          message: 'Please check the highlighted fields.',
          requestId: 'r',
          details: { fields: { password: 'too common' } },
        },
      },
    });
    visit('/register');
    fill('Name', 'Asha Rao');
    fill('Email', user.email);
    fill('Password', 'password123');
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('too common')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  it('shows errors beside their fields before submitting, until they are fixed', () => {
    const gateway = mockGateway({});
    visit('/register');
    fill('Name', 'Asha Rao');
    fill('Email', 'asha.example.com');
    fill('Password', 'short');
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    const email = screen.getByLabelText('Email');
    expect(document.activeElement).toBe(email);
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Enter a valid email',
    );
    expect(screen.getByText('Use at least 10 characters.')).toBeTruthy();
    expect(gateway).not.toHaveBeenCalled();
    fill('Email', user.email);
    expect(email.getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(email);
  });

  it('shows and hides the password', () => {
    visit('/register');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect([password.type, password.autocomplete]).toEqual(['password', 'new-password']);
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
  });
});

describe('the user area', () => {
  it('redirects a guest to the login', () => {
    visit('/user/orders');
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
  });

  it('links to its pages, and Logout opens the login', () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('user', JSON.stringify(user));
    const gateway = mockGateway({});
    visit('/user/profile');
    const links = within(screen.getByRole('navigation', { name: 'My account' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/user/dashboard'],
      ['Orders', '/user/orders'],
      ['Wishlist', '/user/wishlist'],
      ['Address', '/user/address'],
      ['Profile', '/user/profile'],
      ['Go to Home', '/'],
    ]);
    expect(links.find((link) => link.getAttribute('aria-current') === 'page')?.textContent).toBe('Profile');
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    expect(gateway).toHaveBeenCalledWith(
      '/api/users/logout',
      expect.objectContaining({ method: 'POST', keepalive: true, credentials: 'include' }),
    );
  });

  it('greets by the first name and shows the last five orders, newest first', async () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('user', JSON.stringify(user));
    const orders = [3, 1, 6, 2, 5, 4].map((day) => ({
      orderId: `${day}`.padStart(24, '0'),
      orderNumber: `RV-26-000000${day}`,
      orderedAt: `2026-01-0${day}T09:30:00.000Z`,
      totalAmount: day * 100,
      status: day === 6 ? 'Delivered' : 'Cancelled',
    }));
    mockGateway({ 'GET /api/users/profile': { body: { success: true, user: { ...user, orders } } } });
    visit('/user/dashboard');
    expect(screen.getByRole('heading', { name: 'Hello, Asha' })).toBeTruthy();
    const rows = (await screen.findAllByRole('link', { name: /^RV-/ })).map((link) => link.textContent);
    expect(rows).toEqual([6, 5, 4, 3, 2].map((day) => `RV-26-000000${day}`));
    expect([
      screen.getByText('Delivered').dataset['tone'],
      screen.getAllByText('Cancelled')[0]?.dataset['tone'],
    ]).toEqual(['green', 'yellow']);
  });

  it('shows orders with their status', async () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('user', JSON.stringify(user));
    const order = {
      _id: 'b'.repeat(24),
      orderedAt: '2026-01-15T09:30:00.000Z',
      totalAmount: 14900,
      amount: 14900,
      currency: 'INR',
      status: 'Delivered',
      address: '12 Temple Street',
      paymentState: 'captured',
      user: { _id: user._id },
      products: [
        {
          product: { _id: 'c'.repeat(24), name: 'Temple border pattu', price: 7450 },
          size: 'Free Size',
          quantity: 2,
          price: 7450,
        },
      ],
      history: [],
    };
    mockGateway({ [`GET /api/orders/list/${user._id}`]: { body: { success: true, orders: [order], total: 1 } } });
    visit('/user/orders');
    expect((await screen.findByText('Delivered')).dataset['tone']).toBe('green');
    expect(screen.getAllByText('₹14,900').length).toBeGreaterThan(0);
  });

  it('has an empty state and an error state for orders', async () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('user', JSON.stringify(user));
    mockGateway({ [`GET /api/orders/list/${user._id}`]: { body: { success: true, orders: [], total: 0 } } });
    const { unmount } = visit('/user/orders');
    expect(await screen.findByText('No orders found.')).toBeTruthy();
    unmount();
    mockGateway({});
    visit('/user/orders');
    expect(await screen.findByText('Failed to load your orders.')).toBeTruthy();
  });
});
