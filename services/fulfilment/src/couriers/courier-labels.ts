import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';

/**
 * Shiprocket numbers its statuses twice, once for orders and once for shipments, with different numbers: only the
 * labels are unique.
 */
const shiprocketLabels: Readonly<Record<string, ShipmentStatus>> = {
  'PICKED UP': 'picked_up',
  PICKEDUP: 'picked_up',
  SHIPPED: 'picked_up',
  'IN TRANSIT': 'in_transit',
  'REACHED AT DESTINATION HUB': 'in_transit',
  'REACHED DESTINATION HUB': 'in_transit',
  'REACHED WAREHOUSE': 'in_transit',
  MISROUTED: 'in_transit',
  DELAYED: 'in_transit',
  'OUT FOR DELIVERY': 'out_for_delivery',
  DELIVERED: 'delivered',
  UNDELIVERED: 'undelivered',
  'UNDELIVERED-1ST ATTEMPT': 'undelivered',
  'UNDELIVERED-2ND ATTEMPT': 'undelivered',
  'UNDELIVERED-3RD ATTEMPT': 'undelivered',
  'RTO INITIATED': 'rto',
  'RTO ACKNOWLEDGED': 'rto',
  'RTO IN TRANSIT': 'rto',
  'RTO IN INTRANSIT': 'rto',
  'RTO OFD': 'rto',
  'RTO NDR': 'rto',
  'RTO DELIVERED': 'rto',
  LOST: 'lost',
  DAMAGED: 'lost',
  DESTROYED: 'lost',
  'DISPOSED OFF': 'lost',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  'PICKUP CANCELLED': 'cancelled',
};

/** Labels of a return are those of a parcel with a prefix. */
export const statusOfShiprocket = (label: string): ShipmentStatus | undefined =>
  shiprocketLabels[
    label
      .trim()
      .toUpperCase()
      .replaceAll(/[\s_]+/g, ' ')
      .replace(/^RETURN /, '')
      .replace(/^IN-TRANSIT$/, 'IN TRANSIT')
  ];

const delhiveryLabels: Readonly<Record<string, ShipmentStatus>> = {
  'IN TRANSIT': 'in_transit',
  PENDING: 'in_transit',
  DISPATCHED: 'out_for_delivery',
  DELIVERED: 'delivered',
  UNDELIVERED: 'undelivered',
  LOST: 'lost',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
};

/** Of the collection in the shop. */
const PICKED_UP_CODES: ReadonlySet<string> = new Set(['X-PPOM', 'X-PPONM']);
/** A parcel is pending with such a code after an attempt that failed. */
const FAILED_ATTEMPT = /^(?:EOD-(?!38$)\d+|ST-108)$/;

/**
 * @param type UD forward, DL delivered (DTO: a return, to the shop), RT return to origin, PP a return before its
 *   pick-up, PU after it, CN cancelled, LT lost
 * @param code the scan's reason, for example EOD-11
 */
export function statusOfDelhivery(label: string, type: string, code = ''): ShipmentStatus | undefined {
  const name = label.trim().toUpperCase();
  if (type === 'RT' || name === 'RTO') return 'rto';
  if (name === 'DTO') return 'delivered';
  if (type === 'LT') return 'lost';
  if (type === 'CN') return 'cancelled';
  if (type === 'PP') return undefined;
  if (type === 'PU') return 'in_transit';
  if (name === 'IN TRANSIT' && PICKED_UP_CODES.has(code)) return 'picked_up';
  if (name === 'PENDING' && FAILED_ATTEMPT.test(code)) return 'undelivered';
  return delhiveryLabels[name];
}
