/** Names of the shop; the couriers have their own. */
export const statuses = [
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
export type Status = (typeof statuses)[number];

/** Shiprocket's label with its two numbers, and Delhivery's status, type and reason. */
interface Names {
  sr: { label: string; orderCode: number; shipmentCode: number };
  dl: { status: string; type: string; code: string; note: string };
}

const table: Readonly<Record<Status, Names>> = {
  created: {
    sr: { label: 'PICKUP SCHEDULED', orderCode: 4, shipmentCode: 3 },
    dl: { status: 'Manifested', type: 'UD', code: 'X-UCI', note: 'Manifest uploaded' },
  },
  picked_up: {
    sr: { label: 'PICKED UP', orderCode: 51, shipmentCode: 42 },
    dl: { status: 'In Transit', type: 'UD', code: 'X-PPOM', note: 'Shipment picked up' },
  },
  in_transit: {
    sr: { label: 'IN TRANSIT', orderCode: 20, shipmentCode: 18 },
    dl: { status: 'In Transit', type: 'UD', code: 'X-DLL2F', note: 'Bag received at facility' },
  },
  out_for_delivery: {
    sr: { label: 'OUT FOR DELIVERY', orderCode: 19, shipmentCode: 17 },
    dl: { status: 'Dispatched', type: 'UD', code: 'X-DDD3FD', note: 'Out for delivery' },
  },
  delivered: {
    sr: { label: 'DELIVERED', orderCode: 7, shipmentCode: 7 },
    dl: { status: 'Delivered', type: 'DL', code: 'EOD-38', note: 'Delivered to consignee' },
  },
  undelivered: {
    sr: { label: 'UNDELIVERED', orderCode: 24, shipmentCode: 21 },
    dl: { status: 'Pending', type: 'UD', code: 'EOD-11', note: 'Customer not available' },
  },
  rto: {
    sr: { label: 'RTO INITIATED', orderCode: 15, shipmentCode: 9 },
    dl: { status: 'In Transit', type: 'RT', code: 'X-ILL2F', note: 'Returned to the shipper' },
  },
  lost: {
    sr: { label: 'LOST', orderCode: 26, shipmentCode: 12 },
    dl: { status: 'LOST', type: 'LT', code: 'LT-100', note: 'Shipment lost' },
  },
  cancelled: {
    sr: { label: 'CANCELED', orderCode: 5, shipmentCode: 8 },
    dl: { status: 'Canceled', type: 'CN', code: 'CN-101', note: 'Cancelled by the client' },
  },
};

/** Of the collection of a return; its other scans are those of a parcel. */
const returnTable: Readonly<Partial<Record<Status, Names>>> = {
  created: {
    sr: { label: 'RETURN PICKUP GENERATED', orderCode: 28, shipmentCode: 3 },
    dl: { status: 'Open', type: 'PP', code: 'X-UCI', note: 'Pickup request received' },
  },
  picked_up: {
    sr: { label: 'RETURN PICKED UP', orderCode: 32, shipmentCode: 42 },
    dl: { status: 'In Transit', type: 'PU', code: 'EOD-77', note: 'Pickup completed' },
  },
  in_transit: {
    sr: { label: 'RETURN IN TRANSIT', orderCode: 25, shipmentCode: 18 },
    dl: { status: 'In Transit', type: 'PU', code: 'X-DLL2F', note: 'Bag received at facility' },
  },
  delivered: {
    sr: { label: 'RETURN DELIVERED', orderCode: 26, shipmentCode: 7 },
    dl: { status: 'DTO', type: 'DL', code: 'RD-AC', note: 'Return accepted' },
  },
  cancelled: {
    sr: { label: 'RETURN CANCELLED', orderCode: 27, shipmentCode: 8 },
    dl: { status: 'Canceled', type: 'CN', code: 'CN-101', note: 'Cancelled by the client' },
  },
};

export interface ScanNames extends Names {
  /** Undefined for a label that the shop has no status for. */
  status?: Status;
}

/** Returns the couriers' names of a status of the shop, or a scan with a label of the courier's own. */
export function namesOf(status: string, isReturn = false): ScanNames {
  const own = statuses.find((name) => name === status);
  if (own) return { status: own, ...((isReturn && returnTable[own]) || table[own]) };
  const label = status.toUpperCase().replaceAll('_', ' ');
  const known = statuses.find((name) => table[name].sr.label === label || table[name].dl.status === status);
  const names = table[known ?? 'in_transit'];
  return {
    ...(known ? { status: known } : {}),
    sr: { ...names.sr, label },
    dl: known ? names.dl : { status, type: 'UD', code: 'X-NEW', note: status },
  };
}
