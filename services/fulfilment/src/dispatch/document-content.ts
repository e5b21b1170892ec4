import { brand } from '@rangavalli/contracts/brand';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { divideCash } from '../shipments/parcel-cash.js';
import type { Parcel } from '../shipments/shipments.service.js';
import type { ShippingOrder } from './dispatch-row.js';

export interface SlipLine {
  name: string;
  size: string;
  quantity: number;
  personalisation: readonly { label: string; value: string }[];
  unitPaise?: number;
}

/** What the documents of a parcel show. The recipient, not the account holder. */
export interface ParcelDocument {
  id: string;
  awb: string;
  courier: Courier;
  courierName?: string;
  orderNumber: string;
  orderedAt?: string;
  sender: { name: string; address: readonly string[]; phone?: string | undefined };
  recipient: { name: string; phone: string; address: readonly string[]; city: string; pincode: string };
  lines: readonly SlipLine[];
  units: number;
  weightGrams?: number;
  /** What the courier collects; 0 for a paid parcel. */
  codPaise: number;
  giftMessage?: string;
  note?: string;
}

/** Composes what the documents of a parcel show. */
export function contentOf({ order, shipment }: Parcel, details: ShippingOrder): ParcelDocument {
  const { id, awb, courier, courierName, parcel } = shipment;
  const { orderedAt, recipient, giftMessage, note, sender } = details;
  const lines = shipment.lines.map(({ lineId, name, size, quantity }): SlipLine => {
    const ordered = details.lines.find((line) => line.lineId === lineId);
    const unitPaise = ordered?.unitPaise;
    return {
      name,
      size,
      quantity,
      personalisation: ordered?.personalisation ?? [],
      ...(unitPaise === undefined ? {} : { unitPaise }),
    };
  });
  return {
    id,
    awb,
    courier,
    ...(courierName ? { courierName } : {}),
    orderNumber: order.orderNumber,
    ...(orderedAt ? { orderedAt } : {}),
    sender: sender ?? { name: brand.name, address: [...brand.address], phone: brand.phone },
    recipient: {
      name: recipient?.name ?? '',
      phone: recipient?.phone ?? '',
      address: recipient
        ? [
            recipient.address,
            [recipient.city, recipient.state].filter(Boolean).join(', '),
            [recipient.country, recipient.pincode].filter(Boolean).join(' '),
          ]
        : [],
      city: recipient?.city ?? order.city ?? '',
      pincode: recipient?.pincode ?? '',
    },
    lines,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(parcel ? { weightGrams: parcel.weightGrams } : {}),
    codPaise: divideCash(details.codDuePaise ?? 0, order, details.lines).cash.get(id) ?? 0,
    ...(giftMessage ? { giftMessage } : {}),
    ...(note ? { note } : {}),
  };
}
