import { useEffect, useState } from 'react';
import { gstStates } from '@rangavalli/contracts/gst-states';
import { categories } from '@rangavalli/contracts/entities/product';
import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { defaultTaxes } from '@rangavalli/contracts/product-tax';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Checkbox, Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import { OwnerActions } from '../layout/OwnerActions.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import css from './ShopPage.module.css';
import { messages } from './messages.js';

type TextField = Exclude<
  keyof ShopSettings,
  TaxField | 'stateCode' | 'hsnDigits' | 'roundTotal' | 'categoryReturnDays' | 'finalCategories' | 'isSaleCreditOnly'
>;
type TaxField = keyof typeof defaultTaxes;
const taxFields = Object.keys(defaultTaxes) as TaxField[];
const isRate = (text: string): boolean => /^\d{1,5}(?:\.\d{1,2})?$/.test(text.trim());

/** Characters. */
const limits: Partial<Record<TextField, number>> = { addressLine: 300, legalName: 160, maker: 200, grievanceName: 120 };
const types: Partial<Record<TextField, string>> = {
  grievanceEmail: 'email',
  careEmail: 'email',
  grievancePhone: 'tel',
  carePhone: 'tel',
};
const textFields: readonly TextField[] = [
  'legalName',
  'tradeName',
  'addressLine',
  'city',
  'pincode',
  'gstin',
  'pan',
  'invoicePrefix',
  'creditNotePrefix',
  'grievanceName',
  'grievanceDesignation',
  'grievancePhone',
  'grievanceEmail',
  'carePhone',
  'careEmail',
  'countryOfOrigin',
  'maker',
  'returnDays',
];
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const isDays = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) <= 90;

/** The legal and tax details of the shop. `?field=` focuses a field of the checklist. */
export function ShopPage() {
  const query = useQuery('shop settings', (signal) => call('GET /shop/settings', {}, { signal }));
  if (!query.data)
    return <PendingPage title={messages.title} query={query} what={messages.what} loadFailed={messages.loadFailed} />;
  return (
    <Page title={messages.title} note={messages.note}>
      <ShopForm settings={query.data.settings} onSaved={query.reload} />
    </Page>
  );
}

function ShopForm({ settings, onSaved }: { settings: ShopSettings; onSaved: () => void }) {
  const mayChange = usePermissions()('shop.write');
  const withStepUp = useStepUp();
  const [params] = useSearchParams();
  const focused = params.get('field');
  const [hsnDigits, setHsnDigits] = useState(String(settings.hsnDigits));
  const { form, field, busy, failure } = useForm({
    fields: [...textFields, ...taxFields, 'stateCode', 'hsnDigits'],
    validate: ({ returnDays, countryOfOrigin, ...texts }) => ({
      ...Object.fromEntries(taxFields.filter((name) => !isRate(texts[name])).map((name) => [name, messages.enterRate])),
      returnDays: isDays(returnDays) ? undefined : messages.enterDays,
      countryOfOrigin: countryOfOrigin.trim() ? undefined : messages.enterCountry,
    }),
    submit: async ({ returnDays, hsnDigits: digits, ...texts }, data) => {
      const { fabricTax, garmentTax, garmentLimit, garmentTaxAbove, jewelleryTax, ...rest } = texts;
      const body = {
        ...rest,
        returnDays: Number(returnDays),
        fabricTax: Number(fabricTax),
        garmentTax: Number(garmentTax),
        garmentLimit: Number(garmentLimit),
        garmentTaxAbove: Number(garmentTaxAbove),
        jewelleryTax: Number(jewelleryTax),
        hsnDigits: digits === '6' ? (6 as const) : (4 as const),
        roundTotal: data.has('roundTotal'),
        categoryReturnDays: Object.fromEntries(
          categories.flatMap((name) => {
            const days = String(data.get(`days ${name}`) ?? '').trim();
            return isDays(days) && days !== '' ? [[name, Number(days)]] : [];
          }),
        ),
        finalCategories: categories.filter((name) => data.has(`final ${name}`)),
        isSaleCreditOnly: data.has('isSaleCreditOnly'),
      };
      toast.success((await withStepUp(() => call('PUT /shop/settings', { body }))).message);
      onSaved();
    },
  });
  useEffect(() => {
    if (focused) document.getElementsByName(focused)[0]?.focus();
  }, [focused]);

  const input = (name: TextField) => (
    <Input
      key={name}
      label={messages.fields[name]}
      {...field(name)}
      hint={messages.hints[name]}
      defaultValue={settings[name]}
      type={types[name] ?? 'text'}
      inputMode={name === 'returnDays' || name === 'pincode' ? 'numeric' : undefined}
      maxLength={limits[name] ?? 80}
      autoComplete="off"
      readOnly={!mayChange}
    />
  );
  return (
    <form className={shared.stack} {...form}>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      <Panel title={messages.business}>
        <div className={css.pair}>
          {(['legalName', 'tradeName', 'addressLine', 'city', 'pincode'] as const).map(input)}
          <Select
            label={messages.fields.stateCode}
            {...field('stateCode')}
            defaultValue={settings.stateCode}
            disabled={!mayChange}
          >
            {Object.entries(gstStates)
              .toSorted(([, one], [, other]) => one.localeCompare(other))
              .map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </Select>
        </div>
      </Panel>
      <Panel title={messages.taxes}>
        <div className={shared.stack}>
          <p className={css.text}>
            <strong>{messages.accountant}</strong>
          </p>
          <div className={css.pair}>
            {(['gstin', 'pan', 'invoicePrefix', 'creditNotePrefix'] as const).map(input)}
            <Select
              label={messages.fields.hsnDigits}
              {...field('hsnDigits')}
              hint={messages.hints.hsnDigits}
              value={hsnDigits}
              onChange={({ target }) => setHsnDigits(target.value)}
              disabled={!mayChange}
            >
              <option value="4">{messages.turnoverUpTo}</option>
              <option value="6">{messages.turnoverAbove}</option>
            </Select>
          </div>
          {hsnDigits === '6' && <Notice kind="warning">{messages.shortCodes}</Notice>}
          <div className={css.pair}>
            {taxFields.map((name) => (
              <Input
                key={name}
                label={messages.fields[name]}
                {...field(name)}
                hint={messages.hints[name]}
                defaultValue={settings[name] ?? defaultTaxes[name]}
                inputMode="decimal"
                maxLength={8}
                autoComplete="off"
                readOnly={!mayChange}
              />
            ))}
          </div>
          <Checkbox
            label={messages.fields.roundTotal}
            name="roundTotal"
            defaultChecked={settings.roundTotal}
            disabled={!mayChange}
          />
        </div>
      </Panel>
      <Panel title={messages.contacts}>
        <div className={css.pair}>
          {(
            [
              'grievanceName',
              'grievanceDesignation',
              'grievancePhone',
              'grievanceEmail',
              'carePhone',
              'careEmail',
            ] as const
          ).map(input)}
        </div>
      </Panel>
      <Panel title={messages.products}>
        <div className={css.pair}>{(['countryOfOrigin', 'maker'] as const).map(input)}</div>
      </Panel>
      <Panel title={messages.returns}>
        <div className={shared.stack}>
          {input('returnDays')}
          <fieldset className={css.pair}>
            <legend>{messages.fields.categoryReturnDays}</legend>
            {categories.map((name) => (
              <Input
                key={name}
                label={capitalise(name)}
                name={`days ${name}`}
                defaultValue={settings.categoryReturnDays?.[name] ?? ''}
                inputMode="numeric"
                pattern="[0-9]{1,2}"
                maxLength={2}
                disabled={!mayChange}
              />
            ))}
          </fieldset>
          <fieldset className={css.choices}>
            <legend>{messages.fields.finalCategories}</legend>
            {categories.map((name) => (
              <Checkbox
                key={name}
                label={capitalise(name)}
                name={`final ${name}`}
                defaultChecked={settings.finalCategories.includes(name)}
                disabled={!mayChange}
              />
            ))}
          </fieldset>
          <Checkbox
            label={messages.fields.isSaleCreditOnly}
            name="isSaleCreditOnly"
            defaultChecked={settings.isSaleCreditOnly}
            disabled={!mayChange}
          />
        </div>
      </Panel>
      <OwnerActions mayChange={mayChange} submit={messages.save} busy={busy} note={messages.ownersOnly} />
    </form>
  );
}
