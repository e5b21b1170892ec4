import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';

const waysToPay: Record<PaymentMethod, string> = {
  online: 'pay online',
  cod: 'pay cash on delivery',
  part: 'pay a part online and the rest on delivery',
};

/** Returns for instance "pay online or pay cash on delivery". */
export const describeMethods = (methods: readonly PaymentMethod[]): string =>
  methods.map((method) => waysToPay[method]).join(' or ');
