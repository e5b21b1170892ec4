import type { Cart, CartItem } from '@rangavalli/contracts/entities/cart';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { storeSession } from '../session/session.js';

let lastId = 0;
const newId = (): string => (++lastId).toString(16).padStart(24, '0');

export const buildProduct = (overrides: Partial<Product> = {}): Product => ({
  _id: newId(),
  name: 'Kanchipuram silk',
  description: 'Pure silk.',
  price: 4999,
  category: 'saree',
  sareeType: 'pattu',
  stock: 8,
  sizes: [],
  tags: [],
  images: [],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  ...overrides,
});

export const buildCart = (...items: CartItem[]): Cart => ({
  items,
  total: items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0),
  count: items.reduce((sum, { quantity }) => sum + quantity, 0),
});

export const buildOrder = (overrides: Partial<Order> = {}): Order => ({
  _id: newId(),
  orderNumber: 'RV-26-0042174',
  orderedAt: '2026-01-15T09:30:00.000Z',
  totalAmount: 4999,
  amount: 4999,
  currency: 'INR',
  status: 'Pending',
  address: '12 Weavers Street, Hyderabad, 500092, India',
  paymentState: 'captured',
  user: { _id: newId() },
  products: [],
  history: [],
  ...overrides,
});

export const buildShop = (overrides: Partial<ShopDetails> = {}): ShopDetails => ({
  legalName: '',
  tradeName: '',
  addressLine: '',
  city: '',
  pincode: '',
  stateCode: '36',
  gstin: '',
  grievanceName: '',
  grievanceDesignation: '',
  grievancePhone: '',
  grievanceEmail: '',
  carePhone: '',
  careEmail: '',
  countryOfOrigin: 'India',
  maker: '',
  returnDays: 7,
  finalCategories: [],
  isSaleCreditOnly: true,
  hsnDigits: 4,
  ...overrides,
});

export const signIn = (): void =>
  storeSession({
    token: 'token-of-meena',
    user: { _id: newId(), name: 'Meena', email: 'meena@example.com', role: 'user' },
  });
