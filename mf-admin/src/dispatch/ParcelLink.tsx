import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { Link } from '@rangavalli/web-kit/federation/router';

/** Leads to the order of a parcel. */
export const ParcelLink = ({
  shipment: { id, orderId, orderNumber },
}: {
  shipment: Pick<Shipment, 'id' | 'orderId' | 'orderNumber'>;
}) => <Link to={`/admin/orders/${orderNumber ?? orderId}`}>{id}</Link>;
