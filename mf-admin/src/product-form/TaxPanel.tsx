import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { defaultTaxes, isBetweenGarmentRates, taxClasses, taxOfCategories } from '@rangavalli/contracts/product-tax';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { taxTexts as messages } from './tax-texts.js';

interface TaxPanelProps {
  product: Product | undefined;
  category: string;
  /** With tax, as entered: of a sale too. */
  prices: readonly string[];
  errors: Partial<Record<string, string | undefined>>;
}

/** What invoices and the law need. Empty fields have the default of the category or of the shop. */
export function TaxPanel({ product, category, prices, errors }: TaxPanelProps) {
  const byCategory = Object.entries(taxOfCategories).find(([name]) => name === category)?.[1];
  const [taxClass, setTaxClass] = useState<string>(product?.taxClass ?? '');
  const { data: shop } = useQuery('shop', async (signal) => (await call('GET /shop', {}, { signal })).shop);
  const { hsnDigits = 4, ...saved } = shop ?? {};
  const taxes = { ...defaultTaxes, ...saved };
  const isGarment = (taxClass || byCategory?.taxClass) === 'garment';
  return (
    <>
      {isGarment && prices.some((price) => isBetweenGarmentRates(Number(price), taxes)) && (
        <Notice kind="info">{messages.betweenRates(taxes)}</Notice>
      )}
      <input type="hidden" name="hsnDigits" value={hsnDigits} />
      <Input
        label={messages.hsn}
        name="hsn"
        inputMode="numeric"
        placeholder={byCategory?.hsn}
        hint={hsnDigits === 6 ? messages.sixDigits : byCategory && messages.defaultHsn(byCategory.hsn)}
        defaultValue={product?.hsn}
        error={errors['hsn']}
        maxLength={8}
      />
      <Select
        label={messages.taxClass}
        name="taxClass"
        value={taxClass}
        onChange={({ target }) => setTaxClass(target.value)}
        error={errors['taxClass']}
      >
        <option value="">
          {byCategory ? messages.defaultClass(messages.taxClasses[byCategory.taxClass]) : messages.byCategory}
        </option>
        {taxClasses.map((one) => (
          <option key={one} value={one}>
            {messages.taxClasses[one]}
          </option>
        ))}
      </Select>
      {(['netQuantity', 'countryOfOrigin', 'maker'] as const).map((name) => (
        <Input
          key={name}
          label={messages.legalFields[name]}
          name={name}
          hint={messages.legalHints[name]}
          defaultValue={product?.[name]}
          error={errors[name]}
          maxLength={name === 'maker' ? 200 : 60}
        />
      ))}
    </>
  );
}
