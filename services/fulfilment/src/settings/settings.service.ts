import { Injectable } from '@nestjs/common';
import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FieldChange } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { DeliveryStore } from './delivery-store.js';
import { type ShippingRule, type StoredSettings, type StoredZone, toSettings, toStored } from './stored-settings.js';

interface Edited {
  settings: DeliverySettings;
  revision: number;
}

/** Zones, handling times, holidays, festivals and charges, as staff edit them. */
@Injectable()
export class SettingsService {
  constructor(private readonly store: DeliveryStore) {}

  async get(): Promise<Edited> {
    const { value, revision } = (await this.store.current()).settings;
    return { settings: toSettings(value), revision };
  }

  /** Repeating it with the same settings changes nothing. @throws AppError SETTINGS_CHANGED for another revision */
  async replace({ settings, revision }: Edited, by: Identity): Promise<Edited> {
    const value = toStored(settings);
    const stored = await this.store.change('settings', by, (current) => {
      const changes = changesBetween(current.value, value);
      if (changes.length === 0) return undefined;
      if (current.revision !== revision) throw new AppError('SETTINGS_CHANGED');
      return { value, audit: { action: 'shipping.settings.changed', label: 'Delivery settings', changes } };
    });
    return { settings: toSettings(stored.value), revision: stored.revision };
  }
}

/** Returns for instance "3–5 days, ₹80 + ₹40/kg, free from ₹999, states 27 29, no COD". */
function formatZone({ days, cod, shipping, states, pinPrefixes }: StoredZone): string {
  return [
    `${days.from}–${days.to} days`,
    formatCharge(shipping),
    states.length > 0 ? `states ${states.join(' ')}` : '',
    pinPrefixes.length > 0 ? `PIN ${pinPrefixes.join(' ')}` : '',
    cod ? 'COD' : 'no COD',
  ]
    .filter(Boolean)
    .join(', ');
}

function formatCharge({ chargePaise, freeFromPaise, perExtraKgPaise }: ShippingRule): string {
  if (chargePaise === 0 && perExtraKgPaise === 0) return 'free';
  const extra = perExtraKgPaise > 0 ? ` + ${formatPaise(perExtraKgPaise)}/kg` : '';
  const free = freeFromPaise === undefined ? '' : `, free from ${formatPaise(freeFromPaise)}`;
  return `${formatPaise(chargePaise)}${extra}${free}`;
}

/** One field per zone, date and category, so that the audit log shows what was changed. */
function formatFields({ zones, holidays, festivals, handlingDays, weightGrams, ...rest }: StoredSettings) {
  const fields: [string, string][] = [
    ...Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    ...zones.map((zone): [string, string] => [`zone ${zone.name}`, formatZone(zone)]),
    ...holidays.map(({ date, name }): [string, string] => [`holiday ${date}`, name]),
    ...festivals.map(({ date, name }): [string, string] => [`festival ${date}`, name]),
    ...Object.entries(handlingDays).map(([name, days]): [string, string] => [`handling days ${name}`, `${days}`]),
    ...Object.entries(weightGrams).map(([name, grams]): [string, string] => [`weight ${name}`, `${grams} g`]),
  ];
  return new Map(fields);
}

function changesBetween(before: StoredSettings, after: StoredSettings): FieldChange[] {
  const [from, to] = [formatFields(before), formatFields(after)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((field) => ({ field, from: from.get(field), to: to.get(field) }))
    .filter((change) => change.from !== change.to);
}
