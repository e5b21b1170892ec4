import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';

export interface EditedSettings {
  settings: DeliverySettings;
  revision: number;
}

/** Saves the settings as they were read, with some changed; `onSaved` gets the new ones. */
export type SaveSettings = (changes: Partial<DeliverySettings>) => Promise<void>;

export const saveSettings =
  ({ settings, revision }: EditedSettings, onSaved: () => void): SaveSettings =>
  async (changes) => {
    const body = { settings: { ...settings, ...changes }, revision };
    toast.success((await call('PUT /delivery/settings', { body })).message);
    onSaved();
  };

/** Errors of fields that no form shows itself, as one sentence. */
export const problemsOf = (details: Readonly<Record<string, unknown>> | undefined): string =>
  [...new Set(Object.values((details?.['fields'] ?? {}) as Record<string, string>))].join(' ');
