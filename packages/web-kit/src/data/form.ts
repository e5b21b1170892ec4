import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { asApiError, type ApiError } from './api-error.js';

export type FormErrors<Name extends string> = Partial<Record<Name, string | undefined>>;

type Values<Name extends string> = Record<Name, string>;

interface FormOptions<Name extends string> {
  /** May be empty for a form that reads `data` and shows `errors` itself. */
  fields: readonly Name[];
  validate: (values: Values<Name>, data: FormData) => FormErrors<Name>;
  /** A thrown error is shown by the form. `data` has what is not text. */
  submit: (values: Values<Name>, data: FormData) => Promise<void>;
  /** By default the fields of a VALIDATION_FAILED response. */
  errorsOf?: (failure: ApiError) => FormErrors<Name>;
  /** Without `failure` the form is invalid. */
  onRejected?: (failure?: ApiError) => void;
  /** Validates a filled field when it loses the focus. */
  validatesOnBlur?: boolean;
}

/** An error shifts the layout: waits until the click that moved the focus is over. */
const BLUR_DELAY_MS = 200;

export const fieldErrors = (failure: ApiError): Record<string, string> =>
  (failure.details?.['fields'] as Record<string, string> | undefined) ?? {};

/**
 * The first invalid field gets the focus after a rejected submit; invalid fields are validated with each change. Spread
 * `form` on the form and `field(name)` on each input.
 */
export function useForm<Name extends string>({
  fields,
  validate,
  submit,
  errorsOf = fieldErrors as (failure: ApiError) => FormErrors<Name>,
  onRejected,
  validatesOnBlur = false,
}: FormOptions<Name>) {
  const element = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const [serverErrors, setServerErrors] = useState<FormErrors<Name>>({});
  const [rejections, setRejections] = useState(0);
  const [changes, setChanges] = useState(0);

  const currentErrors = (form: HTMLFormElement): FormErrors<Name> => {
    const data = new FormData(form);
    return validate(valuesOf(fields, data), data);
  };
  const latestErrors = useRef(currentErrors);
  useEffect(() => {
    latestErrors.current = currentErrors;
  });
  useEffect(() => {
    if (rejections > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);
  // After rendering, so that `validate` sees the changed state.
  useEffect(() => {
    const form = element.current;
    if (changes === 0 || !form) return;
    setErrors((old) => {
      const found = latestErrors.current(form);
      return Object.fromEntries(
        (Object.keys(old) as Name[]).flatMap((name) => (found[name] ? [[name, found[name]]] : [])),
      ) as FormErrors<Name>;
    });
  }, [changes]);

  const reject = (found: FormErrors<Name>, fromServer: FormErrors<Name> = {}) => {
    setErrors(found);
    setServerErrors(fromServer);
    setRejections((count) => count + 1);
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    // React passes on what forms of components inside it submit, also those of portals.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = valuesOf(fields, data);
    const found = validate(values, data);
    setFailure(undefined);
    if (Object.values(found).some(Boolean)) {
      reject(found);
      onRejected?.();
      return;
    }
    setErrors({});
    setServerErrors({});
    setBusy(true);
    try {
      await submit(values, data);
    } catch (thrown) {
      const error = asApiError(thrown);
      const explained = errorsOf(error);
      const names = fields.length > 0 ? fields : (Object.keys(explained) as Name[]);
      if (!names.some((name) => explained[name])) setFailure(error);
      reject({}, explained);
      onRejected?.(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    errors: { ...errors, ...serverErrors },
    showServerErrors: (found: FormErrors<Name>) => reject({}, found),
    /** After a change of values that no event reports. */
    revalidate: () => setChanges((count) => count + 1),
    clearErrors: () => {
      setErrors({});
      setServerErrors({});
    },
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      onChange: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name } = target as unknown as { name: Name };
        setServerErrors((old) => withoutField(old, name));
        if (Object.keys(errors).length > 0) setChanges((count) => count + 1);
      },
      onBlur: ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name, value } = target as unknown as { name: Name; value?: string };
        if (!validatesOnBlur || !fields.includes(name) || !value?.trim()) return;
        setTimeout(() => {
          const error = latestErrors.current(currentTarget)[name];
          if (error) setErrors((old) => ({ ...old, [name]: error }));
        }, BLUR_DELAY_MS);
      },
    },
    field: (name: Name) => ({ name, error: serverErrors[name] ?? errors[name] }),
  };
}

/** A list's errors name its entries: `sizes.3`. */
function withoutField<Name extends string>(errors: FormErrors<Name>, field: string): FormErrors<Name> {
  const isOther = ([name]: [string, unknown]) => name !== field && !name.startsWith(`${field}.`);
  const others = Object.entries(errors).filter(isOther);
  return others.length < Object.keys(errors).length ? (Object.fromEntries(others) as FormErrors<Name>) : errors;
}

const valuesOf = <Name extends string>(fields: readonly Name[], data: FormData): Values<Name> =>
  Object.fromEntries(
    fields.map((name) => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? value : ''];
    }),
  ) as Values<Name>;
