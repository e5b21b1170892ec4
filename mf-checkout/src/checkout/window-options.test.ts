import { windowOptions } from './window-options.js';

const meena = { fullName: 'Meena Rao', email: 'meena@example.com', phone: '9848012345' };
const at = (isPhone: boolean) => ({ isPhone, now: Date.parse('2026-11-25T10:00:00Z') });

describe('the payment window', () => {
  it('begins with the UPI apps on phones and with a QR code on desktops', () => {
    const flowsOn = (isPhone: boolean) =>
      windowOptions(meena, '2026-11-25T10:15:00Z', at(isPhone)).config.display.blocks['upi']?.instruments;
    expect(flowsOn(true)).toEqual([{ method: 'upi', flows: ['intent'] }]);
    expect(flowsOn(false)).toEqual([{ method: 'upi', flows: ['qr'] }]);
    expect(windowOptions(meena, '2026-11-25T10:15:00Z', at(true)).prefill.method).toBe('upi');
  });

  it('closes before the hold ends, and keeps no cards', () => {
    expect(windowOptions(meena, '2026-11-25T10:15:00Z', at(false))).toMatchObject({
      timeout: 885,
      remember_customer: false,
      retry: { enabled: true, max_count: 4 },
      readonly: { name: true, email: true, contact: true },
    });
  });

  it('leaves a missing phone number to the customer', () => {
    const { prefill, readonly } = windowOptions({ ...meena, phone: '' }, '2026-11-25T10:15:00Z', at(false));
    expect(prefill.contact).toBe('9999999999');
    expect(readonly).toEqual({ name: true, email: true });
  });
});
