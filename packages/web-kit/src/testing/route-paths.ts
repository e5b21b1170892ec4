import { Children, isValidElement, type ReactNode } from 'react';

export function routePaths(node: ReactNode, parent = ''): string[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ path?: string; element?: ReactNode; children?: ReactNode }>(child)) return [];
    const { path = '', element, children } = child.props;
    const full = path.startsWith('/') || path === '' ? path || parent : `${parent}/${path}`;
    return [...(element && path ? [full] : []), ...routePaths(children, full)];
  });
}
