import { useEffect, useState } from 'react';
import css from './QrCode.module.css';

/** Modules of white around the symbol, which scanners need. */
const QUIET_ZONE = 4;

/** Empty until the encoder is loaded. If that fails, the key beside it is typed by hand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<ReturnType<typeof import('./qr-code.js').qrCode>>([]);
  useEffect(() => {
    let isCurrent = true;
    import('./qr-code.js').then(
      ({ qrCode }) => isCurrent && setRows(qrCode(text)),
      (error: unknown) => console.warn('the QR code could not be drawn', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const size = rows.length + 2 * QUIET_ZONE;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
