import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { Link } from '@rangavalli/web-kit/federation/router';

/** Leads to the order of a parcel. */
export const ParcelLink = ({ shipment: { id, orderId } }: { shipment: Pick<Shipment, 'id' | 'orderId'> }) => (
  <Link to={`/admin/orders/${orderId}`}>{id}</Link>
);
