import { useRef, useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import {
  isFault,
  type ReturnOutcome,
  returnOutcomes,
  type ReturnReason,
  returnReasons,
} from '@rangavalli/contracts/return-rule';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { formatLastDay } from '@rangavalli/web-kit/format/return-terms';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { MediaField } from '../media/MediaField.js';
import { useMedia } from '../media/use-media.js';
import { messages } from './messages.js';
import type { ReturnableLine } from './returnable-lines.js';
import css from './Returns.module.css';

interface ReturnFormProps {
  order: Order;
  lines: readonly ReturnableLine[];
  onClose: () => void;
  onRequested: () => void;
}

interface Choice {
  quantity: number;
  reason: ReturnReason;
  outcome: ReturnOutcome;
  /** Instead of the same one. */
  productId?: string | undefined;
  size?: string | undefined;
}

const UPI = /^[\w.-]{2,60}@[A-Za-z]{2,20}$/;
const ACCOUNT = /^\d{9,18}$/;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/i;
const payees = ['credit', 'upi', 'bank'] as const;
type Payee = (typeof payees)[number];

/** Reasons that the rule of the line allows now. */
const reasonsOf = ({ isOpen }: ReturnableLine): readonly ReturnReason[] =>
  isOpen ? returnReasons : returnReasons.filter((reason) => isFault(reason));

const outcomesOf = ({ rule, line }: ReturnableLine, reason: ReturnReason): readonly ReturnOutcome[] =>
  (isFault(reason) ? returnOutcomes : rule.outcomes).filter(
    (outcome) => outcome !== 'exchange' || !line.personalisation?.length,
  );

/** Items, reasons and what the customer wants for them. */
export function ReturnForm({ order, lines, onClose, onRequested }: ReturnFormProps) {
  const requestId = useRef(crypto.randomUUID());
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const chosen = [...choices].filter(([, { quantity }]) => quantity > 0);
  const wasCash = order.paymentState === 'collected' || order.cash !== undefined;
  const [isTried, setTried] = useState(false);
  const media = useMedia(async (kind, slot, signal) => {
    const body = { orderId: order._id, requestId: requestId.current, kind, slot };
    return (await call('POST /returns/media/signature', { body }, { signal })).upload;
  });
  const [chosenPayee, setPayee] = useState<Payee>('credit');
  const isPaidBack = wasCash && chosen.some(([, { outcome }]) => outcome === 'refund');
  const payee = isPaidBack ? chosenPayee : 'credit';
  const isComplete =
    chosen.length > 0 && chosen.every(([, { outcome, size }]) => outcome !== 'exchange' || size !== undefined);
  const { form, field, busy, failure } = useForm({
    fields: ['comment', 'upiId', 'holder', 'account', 'ifsc'],
    validate: ({ upiId, holder, account, ifsc }) => ({
      upiId: payee !== 'upi' || UPI.test(upiId.trim()) ? undefined : messages.invalidUpi,
      holder: payee !== 'bank' || holder.trim() ? undefined : messages.enterHolder,
      account: payee !== 'bank' || ACCOUNT.test(account.trim()) ? undefined : messages.invalidAccount,
      ifsc: payee !== 'bank' || IFSC.test(ifsc.trim()) ? undefined : messages.invalidIfsc,
    }),
    submit: async ({ comment, upiId, holder, account, ifsc }) => {
      setTried(true);
      if (!isComplete) return;
      const body = {
        requestId: requestId.current,
        orderId: order._id,
        lines: chosen.map(([lineId, { quantity, reason, outcome, productId, size }]) => ({
          lineId,
          quantity,
          reason,
          outcome,
          ...(outcome === 'exchange' ? { exchangeFor: { ...(productId ? { productId } : {}), size: size ?? '' } } : {}),
        })),
        ...media.uploaded,
        ...(comment.trim() ? { comment: comment.trim() } : {}),
        ...(payee === 'upi' ? { upiId: upiId.trim() } : {}),
        ...(payee === 'bank'
          ? { bank: { holder: holder.trim(), account: account.trim(), ifsc: ifsc.trim().toUpperCase() } }
          : {}),
      };
      toast.success((await call('POST /returns', { body })).message);
      onRequested();
    },
  });
  return (
    <Dialog title={messages.heading} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
        {isTried && !isComplete && (
          <Notice kind="error">{chosen.length === 0 ? messages.choose : messages.chooseSize}</Notice>
        )}
        {lines.map((returnable) => (
          <LineFields
            key={returnable.lineId}
            value={returnable}
            choice={choices.get(returnable.lineId)}
            onChange={(choice) => setChoices((old) => new Map(old).set(returnable.lineId, choice))}
          />
        ))}
        {isPaidBack && (
          <Select
            label={messages.payee}
            value={payee}
            onChange={({ target }) => setPayee(payees.find((one) => one === target.value) ?? 'credit')}
          >
            {payees.map((one) => (
              <option key={one} value={one}>
                {messages.payees[one]}
              </option>
            ))}
          </Select>
        )}
        {payee === 'upi' && <Input label={messages.upi} {...field('upiId')} maxLength={80} autoComplete="off" />}
        {payee === 'bank' && (
          <>
            <Input label={messages.holder} {...field('holder')} maxLength={120} autoComplete="name" />
            <Input
              label={messages.account}
              {...field('account')}
              maxLength={18}
              inputMode="numeric"
              autoComplete="off"
            />
            <Input label={messages.ifsc} {...field('ifsc')} maxLength={11} autoComplete="off" />
          </>
        )}
        <MediaField title={messages.media} hint={messages.mediaHint} media={media} />
        <Textarea label={messages.comment} {...field('comment')} maxLength={1_000} />
        <Button type="submit" busy={busy || media.uploading}>
          {messages.send}
        </Button>
      </form>
    </Dialog>
  );
}

interface LineFieldsProps {
  value: ReturnableLine;
  choice: Choice | undefined;
  onChange: (choice: Choice) => void;
}

function LineFields({ value, choice, onChange }: LineFieldsProps) {
  const { line, left } = value;
  const reasons = reasonsOf(value);
  const [firstReason = 'defective'] = reasons;
  const current = choice ?? { quantity: 0, reason: firstReason, outcome: 'refund' as const };
  const outcomes = outcomesOf(value, current.reason);
  const outcome = outcomes.find((one) => one === current.outcome) ?? outcomes[0] ?? 'credit';
  const change = (part: Partial<Choice>) => {
    const next = { ...current, outcome, ...part };
    const allowed = outcomesOf(value, next.reason);
    onChange({ ...next, outcome: allowed.find((one) => one === next.outcome) ?? allowed[0] ?? 'credit' });
  };
  return (
    <fieldset className={css.line}>
      <Select
        label={messages.quantity(line.product.name)}
        value={current.quantity}
        onChange={({ target }) => change({ quantity: Number(target.value) })}
      >
        <option value={0}>{messages.none}</option>
        {Array.from({ length: left }, (_one, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </Select>
      <p className={css.hint}>{ruleText(value)}</p>
      {current.quantity > 0 && (
        <>
          <Select
            label={messages.reason}
            value={current.reason}
            onChange={({ target }) => change({ reason: reasons.find((one) => one === target.value) ?? firstReason })}
          >
            {reasons.map((one) => (
              <option key={one} value={one}>
                {messages.reasons[one]}
              </option>
            ))}
          </Select>
          <Select
            label={messages.outcome}
            value={outcome}
            onChange={({ target }) => change({ outcome: outcomes.find((one) => one === target.value) ?? outcome })}
          >
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {messages.outcomes[one]}
              </option>
            ))}
          </Select>
          {outcome === 'exchange' && (
            <>
              <ProductField
                own={line.product}
                value={current.productId}
                onChange={(productId) => change({ productId, size: undefined })}
              />
              <SizeField
                key={current.productId}
                productId={current.productId ?? line.product._id}
                value={current.size}
                onChange={(size) => change({ size })}
              />
            </>
          )}
        </>
      )}
    </fieldset>
  );
}

/** The same product, or another one that a search finds. */
function ProductField({
  own,
  value,
  onChange,
}: {
  own: Order['products'][number]['product'];
  value: string | undefined;
  onChange: (productId: string | undefined) => void;
}) {
  const [search, setSearch] = useState('');
  const q = search.trim();
  const { data } = useQuery(`exchange ${q}`, async (signal) =>
    q.length < 2 ? undefined : call('GET /products/suggest', { query: { q } }, { signal }),
  );
  const [picked, setPicked] = useState<Product>();
  const others = (data?.products ?? []).filter(({ _id }) => _id !== own._id && _id !== picked?._id);
  const found = picked ? [picked, ...others] : others;
  return (
    <>
      <Input
        label={messages.searchProduct}
        hint={messages.searchProductHint}
        value={search}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
      />
      {found.length > 0 && (
        <Select
          label={messages.newProduct}
          value={value ?? ''}
          onChange={({ target }) => {
            setPicked(found.find(({ _id }) => _id === target.value));
            onChange(target.value || undefined);
          }}
        >
          <option value="">{own.name}</option>
          {found.map((product) => (
            <option key={product._id} value={product._id}>
              {messages.pricedProduct(product.name, formatRupees(currentPrice(product)))}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}

/** The sizes of the product now; one without sizes is exchanged for another unit. */
function SizeField({
  productId,
  value,
  onChange,
}: {
  productId: string;
  value: string | undefined;
  onChange: (size: string) => void;
}) {
  const { data } = useQuery(`product ${productId}`, (signal) =>
    call('GET /products/getOne/{id}', { params: { id: productId } }, { signal }),
  );
  const sizes = data?.product.sizes ?? [];
  const options = sizes.length > 0 ? sizes : [''];
  return (
    <Select label={messages.size} value={value ?? 'none'} onChange={({ target }) => onChange(target.value)}>
      <option value="none" disabled>
        {messages.chooseSize}
      </option>
      {data &&
        options.map((one) => (
          <option key={one} value={one}>
            {one || messages.sameItem}
          </option>
        ))}
    </Select>
  );
}

function ruleText({ rule, until, isOpen }: ReturnableLine): string {
  if (!until) return messages.faultOnly;
  const lastDay = formatLastDay(until);
  if (!isOpen) return messages.over(lastDay);
  return rule.outcomes.includes('refund') ? messages.by(lastDay) : `${messages.by(lastDay)} ${messages.creditOnly}`;
}
