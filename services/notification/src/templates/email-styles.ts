import type { CSSProperties } from 'react';

const INK = '#221b1e';
const MUTED = '#6e6266';
const KUMKUM = '#8c1c2e';
const ZARI = '#b98a2f';
const COTTON = '#fbf7f0';
const LINE = '#e9dfd0';
const FONT = "Mukta,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = "Fraunces,Georgia,'Times New Roman',serif";
const TOOTH_PX = 12;

const tooth = (angle: number): string => `linear-gradient(${angle}deg,${KUMKUM} 25%,transparent 25%)`;

/** Inline, since some mail programs ignore style sheets. */
export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: COTTON, color: INK, fontFamily: FONT },
  outer: { padding: '16px 8px' },
  container: { width: '100%', maxWidth: '600px', backgroundColor: '#ffffff' },
  header: { padding: '24px 24px 0', textAlign: 'center' },
  logo: { fontFamily: DISPLAY, fontSize: '28px', lineHeight: '1.2', color: KUMKUM, textDecoration: 'none' },
  tagline: { margin: '2px 0 16px', fontSize: '13px', lineHeight: '1.4', color: MUTED },
  /** The woven border of the shop; programs without gradients show its lines only. */
  border: {
    height: '6px',
    fontSize: 0,
    lineHeight: 0,
    backgroundImage: `${tooth(45)},${tooth(-45)}`,
    backgroundSize: `${TOOTH_PX}px ${TOOTH_PX}px`,
    backgroundPosition: 'left bottom',
    borderBottom: `2px solid ${KUMKUM}`,
  },
  zari: { height: '3px', fontSize: 0, lineHeight: 0, borderBottom: `1px solid ${ZARI}` },
  content: { padding: '24px 24px 8px', overflowWrap: 'anywhere' },
  title: { margin: '0 0 16px', fontFamily: DISPLAY, fontSize: '24px', fontWeight: 600, lineHeight: '1.25' },
  heading: { margin: '24px 0 8px', fontFamily: DISPLAY, fontSize: '18px', fontWeight: 600, lineHeight: '1.3' },
  text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '1.5' },
  link: { color: KUMKUM, textDecoration: 'underline' },
  actions: { padding: '4px 0 24px' },
  button: {
    padding: '13px 24px',
    borderRadius: '4px',
    backgroundColor: KUMKUM,
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
  },
  code: {
    margin: '0 0 16px',
    padding: '16px',
    backgroundColor: COTTON,
    fontSize: '32px',
    fontWeight: 600,
    lineHeight: '1.2',
    letterSpacing: '6px',
    textAlign: 'center',
  },
  list: { margin: '0 0 16px', paddingLeft: '22px', fontSize: '16px', lineHeight: '1.5' },
  step: { margin: '0 0 6px' },
  table: { margin: '0 0 16px', fontSize: '16px', lineHeight: '1.45' },
  picture: { width: '64px', padding: '12px 12px 12px 0', borderBottom: `1px solid ${LINE}`, verticalAlign: 'top' },
  image: { width: '64px', height: 'auto', borderRadius: '2px' },
  item: { padding: '12px 0', borderBottom: `1px solid ${LINE}`, verticalAlign: 'top' },
  amount: {
    padding: '12px 0 12px 12px',
    borderBottom: `1px solid ${LINE}`,
    textAlign: 'right',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  detail: { color: MUTED, fontSize: '14px' },
  charge: { padding: '8px 0 0' },
  chargeAmount: { padding: '8px 0 0 12px', textAlign: 'right', whiteSpace: 'nowrap' },
  total: { padding: '12px 0 0', fontSize: '18px', fontWeight: 600 },
  totalAmount: {
    padding: '12px 0 0 12px',
    fontSize: '18px',
    fontWeight: 600,
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  factLabel: {
    width: '34%',
    padding: '8px 12px 8px 0',
    borderBottom: `1px solid ${LINE}`,
    color: MUTED,
    verticalAlign: 'top',
  },
  factValue: { padding: '8px 0', borderBottom: `1px solid ${LINE}`, verticalAlign: 'top' },
  footer: { padding: '20px 24px 24px', backgroundColor: COTTON },
  footerTitle: { margin: '0 0 4px', fontSize: '15px', fontWeight: 600, lineHeight: '1.5' },
  footerText: { margin: '0 0 12px', fontSize: '14px', lineHeight: '1.6', color: MUTED },
  footerLink: { color: MUTED, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;

/** Programs that know style sheets: narrow screens, and dark mode by class names. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.e-pad{padding-left:16px!important;padding-right:16px!important}
.e-button{display:block!important;text-align:center!important}
}
@media (prefers-color-scheme:dark){
.e-page,.e-page>table>tbody>tr>td,.e-soft{background-color:#17120f!important}
.e-page>table>tbody>tr>td,.e-ink{color:#f4ece1!important}
.e-card{background-color:#231c1e!important}
.e-muted,.e-muted a{color:#bcaeb2!important}
.e-brand{color:#f0a5b0!important}
.e-line{border-color:#4a3f42!important}
}
[data-ogsb] .e-soft{background-color:#17120f!important}
[data-ogsc] .e-ink{color:#f4ece1!important}
[data-ogsc] .e-muted{color:#bcaeb2!important}
[data-ogsc] .e-brand{color:#f0a5b0!important}
`;

/** Outlook on Windows ignores `max-width` and web fonts. */
export const outlookHead =
  '<!--[if mso]><style>.e-card{width:600px!important}td,p,a,h1,h2,li{font-family:Arial,sans-serif!important}</style>' +
  '<![endif]-->';
