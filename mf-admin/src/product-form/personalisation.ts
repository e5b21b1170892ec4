import { useState } from 'react';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import { messages } from './messages.js';
import { splitByCommas } from './read-form.js';

export const kinds = ['text', 'choice', 'measure'] as const satisfies readonly PersonalisationField['kind'][];

export type Kind = (typeof kinds)[number];
export type Unit = Extract<PersonalisationField, { kind: 'measure' }>['unit'];

/** A field as it is entered; the texts of other kinds stay while the kind is changed. */
export interface FieldInput {
  id: number;
  kind: Kind;
  label: string;
  required: boolean;
  extraDays: string;
  maxLength: string;
  /** Separated by commas. */
  choices: string;
  unit: Unit;
  min: string;
  max: string;
}

/** Contracts: `personalisationFields`. */
export const MAX_FIELDS = 10;
const MAX_TEXT_LENGTH = 200;

let nextId = 1;
const emptyInput = (): FieldInput => ({
  id: nextId++,
  kind: 'text',
  label: '',
  required: false,
  extraDays: '',
  maxLength: '20',
  choices: '',
  unit: 'in',
  min: '',
  max: '',
});

const toInput = (field: PersonalisationField): FieldInput => ({
  ...emptyInput(),
  kind: field.kind,
  label: field.label,
  required: field.required,
  extraDays: field.extraDays ? String(field.extraDays) : '',
  ...(field.kind === 'text' ? { maxLength: String(field.maxLength) } : {}),
  ...(field.kind === 'choice' ? { choices: field.choices.join(', ') } : {}),
  ...(field.kind === 'measure' ? { unit: field.unit, min: String(field.min), max: String(field.max) } : {}),
});

function toField({ kind, label, required, extraDays, ...input }: FieldInput): PersonalisationField {
  const base = { label: label.trim(), required, ...(Number(extraDays) > 0 ? { extraDays: Number(extraDays) } : {}) };
  if (kind === 'text') return { kind, ...base, maxLength: Number(input.maxLength) };
  if (kind === 'choice') return { kind, ...base, choices: [...new Set(splitByCommas(input.choices))] };
  return { kind, ...base, unit: input.unit, min: Number(input.min), max: Number(input.max) };
}

const isWhole = (text: string, min: number, max: number): boolean =>
  Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max;

/** Returns errors by the names that the server uses too: `personalisationFields.0.label`. */
export function validatePersonalisation(inputs: readonly FieldInput[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { kind, label, extraDays, maxLength, choices, min, max }] of inputs.entries()) {
    const add = (name: keyof FieldInput, message: string) =>
      (errors[`personalisationFields.${index}.${name}`] = message);
    const isRepeated = inputs.findIndex((other) => other.label.trim() === label.trim()) < index;
    if (!label.trim()) add('label', messages.enterLabel);
    else if (isRepeated) add('label', messages.labelTwice);
    if (extraDays && !isWhole(extraDays, 0, 60)) add('extraDays', messages.enterDays);
    if (kind === 'text' && !isWhole(maxLength, 1, MAX_TEXT_LENGTH)) add('maxLength', messages.enterMaxLength);
    if (kind === 'choice' && splitByCommas(choices).length === 0) add('choices', messages.enterChoices);
    if (kind !== 'measure') continue;
    if (!(Number(min) > 0)) add('min', messages.enterMeasure);
    if (!(Number(max) > 0) || Number(max) < Number(min)) add('max', messages.enterMaximum);
  }
  return errors;
}

export interface PersonalisationState {
  inputs: readonly FieldInput[];
  /** For the call; undefined while they are unchanged. */
  fields: PersonalisationField[] | undefined;
  add: () => void;
  change: (id: number, change: Partial<FieldInput>) => void;
  remove: (id: number) => void;
}

export function usePersonalisation(
  existing: readonly PersonalisationField[] | undefined,
  onChange: () => void,
): PersonalisationState {
  const [initial] = useState(() => (existing ?? []).map(toInput));
  const [inputs, setInputs] = useState<readonly FieldInput[]>(initial);
  const fields = inputs.map(toField);
  const update = (edit: (old: readonly FieldInput[]) => FieldInput[]) => {
    setInputs(edit);
    onChange();
  };
  return {
    inputs,
    fields: JSON.stringify(fields) === JSON.stringify(initial.map(toField)) ? undefined : fields,
    add: () => update((old) => [...old, emptyInput()]),
    change: (id, change) => update((old) => old.map((one) => (one.id === id ? { ...one, ...change } : one))),
    remove: (id) => update((old) => old.filter((one) => one.id !== id)),
  };
}
