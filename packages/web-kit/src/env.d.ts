declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.woff2' {
  const address: string;
  export default address;
}
declare module 'remote-routes' {
  import type { ComponentType } from 'react';
  const OwnRoutes: ComponentType;
  export default OwnRoutes;
}
