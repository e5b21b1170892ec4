import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { isGstin } from '@rangavalli/contracts/india';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { ProductPicker } from './ProductPicker.js';

/** Longer than the gateway's deadline, ms. */
const DEADLINE_MS = 22_000;
const MAX_QUANTITY = 10;
const fields = [
  'email',
  'name',
  'phone',
  'address',
  'city',
  'pincode',
  'quantity',
  'businessName',
  'gstin',
  'coupon',
  'note',
] as const;

interface Line {
  product: Product;
  size: string;
  /** As typed. */
  quantity: string;
}

const hasValidQuantity = ({ quantity }: Line): boolean =>
  /^\d+$/.test(quantity) && Number(quantity) >= 1 && Number(quantity) <= MAX_QUANTITY;

type Method = keyof typeof messages.methods;

/** Sending the form twice takes one order. */
export function PhoneOrderForm({ onTaken }: { onTaken: (taken: CallResponse<'POST /orders/phone'>) => void }) {
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [method, setMethod] = useState<Method>('link');
  const [linesMissing, setLinesMissing] = useState(false);
  const changeLine = (index: number, change: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));

  const { form, field, busy, failure } = useForm({
    fields,
    validate: ({ email, name, phone, address, city, pincode, businessName, gstin }) => ({
      email: /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : messages.invalidEmail,
      name: name.trim() ? undefined : messages.required,
      phone: phone.replaceAll(/\D/g, '').length >= 10 ? undefined : messages.invalidPhone,
      address: address.trim() ? undefined : messages.required,
      city: city.trim() ? undefined : messages.required,
      pincode: /^\d{6}$/.test(pincode.replaceAll(/\s/g, '')) ? undefined : messages.invalidPincode,
      quantity: lines.every(hasValidQuantity) ? undefined : messages.invalidQuantity(MAX_QUANTITY),
      businessName: gstin.trim() && !businessName.trim() ? messages.required : undefined,
      gstin:
        (gstin.trim() || businessName.trim()) && !isGstin(gstin.trim().toUpperCase())
          ? messages.invalidGstin
          : undefined,
    }),
    submit: async ({ email, name, phone, address, city, pincode, businessName, gstin, coupon, note }) => {
      setLinesMissing(lines.length === 0);
      if (lines.length === 0) return;
      const body = {
        requestId,
        customer: { email: email.trim(), name: name.trim(), phone },
        lines: lines.map(({ product, size, quantity }) => ({
          productId: product._id,
          size,
          quantity: Number(quantity),
        })),
        billing: { fullName: name.trim(), phone, address, city, pincode, country: 'India', businessName, gstin },
        ...(coupon.trim() ? { coupon: coupon.trim() } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
        method,
      };
      try {
        onTaken(await call('POST /orders/phone', { body }, { deadlineMs: DEADLINE_MS }));
      } catch (error) {
        const { status } = asApiError(error);
        // The order of a refused request has ended: the corrected form makes another one.
        if (status >= 400 && status < 500) setRequestId(crypto.randomUUID());
        throw error;
      }
    },
  });

  return (
    <form className={shared.stack} {...form}>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      <Panel title={messages.customer}>
        <div className={shared.stack}>
          <Input label={messages.email} hint={messages.emailHint} {...field('email')} type="email" autoComplete="off" />
          <Input label={messages.name} {...field('name')} maxLength={50} autoComplete="off" />
          <Input label={messages.phone} {...field('phone')} type="tel" inputMode="tel" autoComplete="off" />
        </div>
      </Panel>
      <Panel title={messages.products}>
        <div className={shared.stack}>
          <ProductPicker
            onAdd={(product) => setLines([...lines, { product, size: product.sizes[0] ?? '', quantity: '1' }])}
          />
          {lines.map((line, index) => (
            <LineFields
              key={`${line.product._id} ${index}`}
              line={line}
              quantityField={hasValidQuantity(line) ? { name: 'quantity' } : field('quantity')}
              onChange={(change) => changeLine(index, change)}
              onRemove={() => setLines(lines.filter((_, at) => at !== index))}
            />
          ))}
          {linesMissing && lines.length === 0 && <p role="alert">{messages.noLines}</p>}
        </div>
      </Panel>
      <Panel title={messages.address}>
        <div className={shared.stack}>
          <Input label={messages.street} {...field('address')} maxLength={300} autoComplete="off" />
          <Input label={messages.city} {...field('city')} maxLength={80} autoComplete="off" />
          <Input label={messages.pincode} {...field('pincode')} inputMode="numeric" maxLength={7} autoComplete="off" />
        </div>
      </Panel>
      <Panel title={messages.business}>
        <div className={shared.stack}>
          <Input
            label={messages.businessName}
            hint={messages.businessHint}
            {...field('businessName')}
            maxLength={200}
            autoComplete="off"
          />
          <Input label={messages.gstin} {...field('gstin')} maxLength={20} autoComplete="off" />
        </div>
      </Panel>
      <Panel title={messages.payment}>
        <div className={shared.stack}>
          <Input label={messages.coupon} {...field('coupon')} maxLength={40} autoComplete="off" />
          <Select
            label={messages.method}
            value={method}
            onChange={(event) => setMethod(event.target.value === 'cod' ? 'cod' : 'link')}
          >
            {Object.entries(messages.methods).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Input label={messages.note} {...field('note')} maxLength={500} autoComplete="off" />
          <div>
            <Button type="submit" busy={busy}>
              {messages.submit[method]}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  );
}

interface LineFieldsProps {
  line: Line;
  quantityField: { name: string; error?: string | undefined };
  onChange: (change: Partial<Line>) => void;
  onRemove: () => void;
}

function LineFields({ line: { product, size, quantity }, quantityField, onChange, onRemove }: LineFieldsProps) {
  return (
    <fieldset className={shared.stack}>
      <legend>{product.name}</legend>
      {product.sizes.length > 0 && (
        <Select
          label={messages.size}
          aria-label={messages.sizeOf(product.name)}
          value={size}
          onChange={(event) => onChange({ size: event.target.value })}
        >
          {product.sizes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
      <Input
        label={messages.quantity}
        aria-label={messages.quantityOf(product.name)}
        {...quantityField}
        type="number"
        min={1}
        max={MAX_QUANTITY}
        value={quantity}
        onChange={(event) => onChange({ quantity: event.target.value })}
      />
      <div>
        <Button look="quiet" aria-label={messages.remove(product.name)} onClick={onRemove}>
          {messages.removeShort}
        </Button>
      </div>
    </fieldset>
  );
}
