// No zod: runs in browsers.

/** `rto`: return to origin, the parcel comes back to the shop. */
export const shipmentStatuses = [
  'created',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'undelivered',
  'rto',
  'lost',
  'cancelled',
] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

const underway: readonly ShipmentStatus[] = [
  'in_transit',
  'out_for_delivery',
  'delivered',
  'undelivered',
  'rto',
  'lost',
];

/** Which status may follow which. */
export const shipmentTransitions: Readonly<Record<ShipmentStatus, readonly ShipmentStatus[]>> = {
  created: ['picked_up', ...underway, 'cancelled'],
  picked_up: underway,
  in_transit: underway.filter((status) => status !== 'in_transit'),
  out_for_delivery: underway.filter((status) => status !== 'out_for_delivery'),
  undelivered: underway.filter((status) => status !== 'undelivered'),
  delivered: [],
  // Found again, or delivered at the last attempt.
  rto: ['delivered', 'lost'],
  lost: ['delivered', 'rto'],
  cancelled: [],
};

/** The parcel has left the shop. */
export const isDispatched = (status: ShipmentStatus): boolean => status !== 'created' && status !== 'cancelled';

/** Its units may be shipped again. */
export const isVoid = (status: ShipmentStatus): boolean => status === 'cancelled' || status === 'lost';
