import { useRef, useState } from 'react';
import type { Category } from '@rangavalli/contracts/entities/product';
import type { Offer } from '@rangavalli/contracts/entities/offer';
import { type PaymentMethod, paymentMethods } from '@rangavalli/contracts/payment-methods';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { toIndianTime } from '@rangavalli/web-kit/format/india-time';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { categories } from '../products/find-products.js';
import { describeReduction } from './describe-offer.js';
import { messages } from './messages.js';
import { OfferPreview, type Preview } from './OfferPreview.js';
import css from './Offers.module.css';
import { type Choices, errorsOf, type Field, fields, toInput } from './read-offer.js';

interface OfferDialogProps {
  /** Missing for a new one. */
  offer?: Offer | undefined;
  onClose: () => void;
  onSaved: () => void;
  /** When somebody else has changed the offer. */
  onOutdated: () => void;
}

const kinds = Object.keys(messages.kinds) as Offer['kind'][];
const switches = ['firstOrderOnly', 'isStackable', 'isAdvertised'] as const;

const valueLabels = { percent: messages.percent, amount: messages.amount, buy_x_get_y: messages.bundlePercent };

const choicesOf = (offer: Offer | undefined): Choices => ({
  kind: offer?.kind ?? 'percent',
  categories: offer?.categories ?? [],
  groups: offer?.groups ?? [],
  methods: offer?.methods ?? [],
  isAutomatic: offer?.isAutomatic ?? false,
  firstOrderOnly: offer?.firstOrderOnly ?? false,
  isStackable: offer?.isStackable ?? false,
  isAdvertised: offer?.isAdvertised ?? false,
});

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** Adds or edits an offer, with a preview of its prices before it is saved. */
export function OfferDialog({ offer, onClose, onSaved, onOutdated }: OfferDialogProps) {
  const [choices, setChoices] = useState(() => choicesOf(offer));
  const [preview, setPreview] = useState<Preview>();
  const isPreview = useRef(false);
  const { kind, isAutomatic } = choices;
  const { form, field, busy, failure } = useForm<Field>({
    fields,
    validate: (values) => errorsOf(values, choices),
    submit: async (values) => {
      const body = toInput(values, choices, offer);
      if (isPreview.current) {
        setPreview((await call('POST /offers/preview', { body })).preview);
        return;
      }
      const { message } = offer
        ? await call('PUT /offers/{id}', { params: { id: offer._id }, body: { ...body, updatedAt: offer.updatedAt } })
        : await call('POST /offers', { body });
      toast.success(message);
      onSaved();
    },
    errorsOf: (error) => (error.code === 'OFFER_CODE_TAKEN' ? { code: error.message } : fieldErrors(error)),
    onRejected: (error) => error?.code === 'OFFER_CHANGED' && onOutdated(),
  });
  const choose = (changes: Partial<Choices>) => setChoices((old) => ({ ...old, ...changes }));
  const toggle = (category: Category) => choose({ categories: toggled(choices.categories, category) });
  const { data } = useQuery('customer groups', (signal) => call('GET /users/admin/groups', {}, { signal }));
  const groups = data?.groups ?? [];
  const deletedGroups = data ? (offer?.groups ?? []).filter((id) => !groups.some(({ _id }) => _id === id)) : [];
  const toggleGroup = (id: string) => choose({ groups: toggled(choices.groups, id) });
  const toggleMethod = (method: PaymentMethod) => choose({ methods: toggled(choices.methods, method) });
  const showPreview = () => {
    // The form submits synchronously until its request.
    isPreview.current = true;
    form.ref.current?.requestSubmit();
    isPreview.current = false;
  };
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const;
  const isStoredKind = kind === offer?.kind;
  return (
    <Dialog title={offer ? messages.editTitle : messages.addTitle} onClose={onClose}>
      <form
        className={shared.stack}
        {...form}
        onChange={(event) => {
          form.onChange(event);
          setPreview(undefined);
        }}
      >
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <Input
          label={messages.name}
          hint={messages.titleHint}
          {...field('title')}
          defaultValue={offer && offer.title !== describeReduction(offer) ? offer.title : ''}
          maxLength={80}
          autoComplete="off"
        />
        <Checkbox
          label={messages.isAutomatic}
          checked={isAutomatic}
          onChange={({ target }) => choose({ isAutomatic: target.checked })}
        />
        {!isAutomatic && (
          <Input
            label={messages.code}
            hint={messages.codeHint}
            {...field('code')}
            defaultValue={offer?.code}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            required
          />
        )}
        <Select
          label={messages.kind}
          value={kind}
          onChange={({ target }) => choose({ kind: target.value as Offer['kind'] })}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {messages.kinds[one]}
            </option>
          ))}
        </Select>
        {kind === 'buy_x_get_y' && (
          <div className={css.pair}>
            <Input label={messages.buy} {...field('buy')} defaultValue={offer?.buy} {...number} required />
            <Input label={messages.get} {...field('get')} defaultValue={offer?.get} {...number} required />
          </div>
        )}
        {kind !== 'free_shipping' && (
          <Input
            key={kind}
            label={valueLabels[kind]}
            hint={kind === 'buy_x_get_y' ? messages.bundleHint : undefined}
            {...field('value')}
            defaultValue={isStoredKind ? offer.value : kind === 'buy_x_get_y' ? 100 : undefined}
            {...amount}
            required
          />
        )}
        <Input
          label={messages.minSubtotal}
          hint={messages.minSubtotalHint}
          {...field('minSubtotal')}
          defaultValue={offer?.minSubtotal}
          {...amount}
        />
        <div className={css.pair}>
          <Input
            label={messages.maxUses}
            hint={messages.noLimit}
            {...field('maxUses')}
            defaultValue={offer?.maxUses}
            {...number}
          />
          <Input
            label={messages.perCustomer}
            hint={messages.noLimit}
            {...field('perCustomer')}
            defaultValue={offer?.perCustomer}
            {...number}
          />
        </div>
        <div className={css.pair}>
          <Input
            label={messages.startsAt}
            hint={offer ? messages.startStays : messages.startsNow}
            type="datetime-local"
            {...field('startsAt')}
            defaultValue={toIndianTime(offer?.startsAt)}
          />
          <Input
            label={messages.endsAt}
            hint={messages.noEnd}
            type="datetime-local"
            {...field('endsAt')}
            defaultValue={toIndianTime(offer?.endsAt)}
          />
        </div>
        <fieldset className={css.categories}>
          <legend>{messages.categories}</legend>
          <p className={shared.empty}>{messages.categoriesHint}</p>
          <div>
            {categories.map((category) => (
              <Checkbox
                key={category}
                label={category}
                checked={choices.categories.includes(category)}
                onChange={() => toggle(category)}
              />
            ))}
          </div>
        </fieldset>
        <Input
          label={messages.tags}
          hint={messages.tagsHint}
          {...field('tags')}
          defaultValue={offer?.tags.join(', ')}
          autoComplete="off"
        />
        <fieldset className={css.categories}>
          <legend>{messages.methods}</legend>
          <p className={shared.empty}>{messages.methodsHint}</p>
          <div>
            {paymentMethods.map((method) => (
              <Checkbox
                key={method}
                label={messages.methodNames[method]}
                checked={choices.methods.includes(method)}
                onChange={() => toggleMethod(method)}
              />
            ))}
          </div>
        </fieldset>
        {groups.length + deletedGroups.length > 0 && (
          <fieldset className={css.categories}>
            <legend>{messages.groups}</legend>
            <p className={shared.empty}>{messages.groupsHint}</p>
            <div>
              {groups.map(({ _id, name, customers }) => (
                <Checkbox
                  key={_id}
                  label={messages.groupOf(name, customers)}
                  checked={choices.groups.includes(_id)}
                  onChange={() => toggleGroup(_id)}
                />
              ))}
              {deletedGroups.map((id) => (
                <Checkbox
                  key={id}
                  label={messages.deletedGroup}
                  checked={choices.groups.includes(id)}
                  onChange={() => toggleGroup(id)}
                />
              ))}
            </div>
          </fieldset>
        )}
        {switches.map((name) => (
          <Checkbox
            key={name}
            label={messages[name]}
            checked={choices[name]}
            onChange={({ target }) => choose({ [name]: target.checked })}
          />
        ))}
        <div className={css.actions}>
          <Button look="secondary" disabled={busy} onClick={showPreview}>
            {messages.preview}
          </Button>
        </div>
        {preview && choices.groups.length > 0 && <p className={shared.empty}>{messages.membersOnly}</p>}
        {preview && <OfferPreview preview={preview} />}
        <FormActions submit={messages.save} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
