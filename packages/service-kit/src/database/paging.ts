import type { Model, ProjectionType, QueryFilter } from 'mongoose';

interface PageInfo {
  total: number;
  page: number;
  pages: number;
}

interface PageQuery<T> {
  filter: QueryFilter<T>;
  projection?: ProjectionType<T>;
  sort: Record<string, 1 | -1>;
  /** Counts from 1. Beyond the last page: the last page. */
  page?: number | undefined;
  pageSize: number;
}

export async function findPage<T>(
  model: Model<T>,
  { filter, projection, sort, page: requested = 1, pageSize }: PageQuery<T>,
): Promise<PageInfo & { items: T[] }> {
  const total = await model.countDocuments(filter);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(requested, pages);
  const items = await model
    .find(filter, projection)
    .sort(sort)
    .skip((page - 1) * pageSize)
    .limit(pageSize)
    .lean<T[]>();
  return { items, total, page, pages };
}
