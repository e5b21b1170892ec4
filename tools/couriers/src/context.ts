import type { Config } from './config.js';
import type { Faults } from './faults.js';
import type { Parcel, Parcels } from './parcels.js';
import type { Tracking } from './tracking.js';
import type { Webhooks } from './webhooks.js';

export interface Context {
  config: Config;
  parcels: Parcels;
  tracking: Tracking;
  webhooks: Webhooks;
  faults: Faults;
  /** The address of a file about parcels. */
  publicUrl(kind: 'labels' | 'manifests', parcels: readonly Parcel[]): string;
}
