import { Badge } from '@rangavalli/web-kit/ui/Badge';

/** In stock when stock > 0, otherwise out of stock (specification §4). */
export function StockBadge({ stock }: { stock: number }) {
  return stock > 0 ? <Badge tone="green">In Stock</Badge> : <Badge tone="red">Out of Stock</Badge>;
}
