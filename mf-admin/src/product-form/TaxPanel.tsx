import type { Product } from '@rangavalli/contracts/entities/product';
import { isBetweenGarmentRates, taxClasses, taxOfCategories } from '@rangavalli/contracts/product-tax';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { taxTexts as messages } from './tax-texts.js';

interface TaxPanelProps {
  product: Product | undefined;
  category: string;
  /** As entered. */
  price: string;
  errors: Partial<Record<string, string | undefined>>;
}

/** What invoices and the law need. Empty fields have the default of the category or of the shop. */
export function TaxPanel({ product, category, price, errors }: TaxPanelProps) {
  const byCategory = Object.entries(taxOfCategories).find(([name]) => name === category)?.[1];
  const isGarment = (product?.taxClass ?? byCategory?.taxClass) === 'garment';
  return (
    <>
      {isGarment && isBetweenGarmentRates(Number(price)) && <Notice kind="info">{messages.betweenRates}</Notice>}
      <Input
        label={messages.hsn}
        name="hsn"
        inputMode="numeric"
        placeholder={byCategory?.hsn}
        hint={byCategory && messages.defaultHsn(byCategory.hsn)}
        defaultValue={product?.hsn}
        error={errors['hsn']}
        maxLength={8}
      />
      <Select
        label={messages.taxClass}
        name="taxClass"
        defaultValue={product?.taxClass ?? ''}
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
