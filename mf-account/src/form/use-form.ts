import { useEffect, useRef, useState, type FormEvent } from 'react';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';

/** What is wrong with a form, in words for the reader, by the name of the field. */
export type Faults<Name extends string> = Partial<Record<Name, string | undefined>>;

interface FormRules<Name extends string> {
  /** Names of the fields, as they stand in the form. */
  fields: readonly Name[];
  /** What is wrong before anything is sent; nothing when all is well. */
  check: (values: Record<Name, string>) => Faults<Name>;
  /** Sends what was written; what it throws is shown by the form. `data` holds what is not text: tick boxes. */
  send: (values: Record<Name, string>, data: FormData) => Promise<void>;
  /** Which fields a refusal is about; unless told, what a VALIDATION_FAILED answer says of each. */
  explain?: (refusal: ApiError) => Faults<Name>;
}

const namedFields = (refusal: ApiError): Record<string, string> =>
  (refusal.details?.['fields'] as Record<string, string> | undefined) ?? {};

/**
 * A form that explains: faults found here or by the server stand beside their fields, the first wrong field gets the
 * focus, and a field that is written in again is left in peace until the next try.
 * Spread `form` on the form and `field(name)` on each of its inputs.
 */
export function useForm<Name extends string>({
  fields,
  check,
  send,
  explain = (refusal) => namedFields(refusal) as Faults<Name>,
}: FormRules<Name>) {
  const element = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [faults, setFaults] = useState<Faults<Name>>({});
  // Counted, so that the focus moves after a try and never while somebody mends a field.
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (found: Faults<Name>) => {
    setFaults(found);
    setRefusals((count) => count + 1);
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >;
    const wrong = check(values);
    setFailure(undefined);
    if (Object.values(wrong).some(Boolean)) return refuse(wrong);
    setFaults({});
    setBusy(true);
    try {
      await send(values, data);
    } catch (thrown) {
      const error = asApiError(thrown);
      const found = explain(error);
      // What no field of this form explains is told above the form.
      if (!fields.some((name) => found[name])) setFailure(error);
      refuse(found);
    } finally {
      setBusy(false);
    }
  };
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as { name: Name };
    if (faults[name]) setFaults((old) => ({ ...old, [name]: undefined }));
  };

  return {
    busy,
    /** A refusal that belongs to no field. */
    failure,
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      onChange,
    },
    field: (name: Name) => ({ name, error: faults[name] }),
  };
}
