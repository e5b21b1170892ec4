import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { Sample } from './Sample.js';
import css from './Design.module.css';

const colours = [
  'cotton',
  'cotton-deep',
  'paper',
  'ink',
  'muted',
  'kumkum',
  'kumkum-dark',
  'kumkum-tint',
  'peacock',
  'peacock-tint',
  'zari',
  'leaf',
  'turmeric',
  'brick',
  'line',
  'line-strong',
];
const icons: IconName[] = [
  'search',
  'cart',
  'menu',
  'close',
  'left',
  'right',
  'heart',
  'user',
  'check',
  'bin',
  'pencil',
  'plus',
  'minus',
  'home',
  'box',
  'logout',
];

export function Foundations() {
  return (
    <div className={css.samples}>
      {colours.map((name) => (
        <Sample key={name} name={`--${name}`}>
          <div className={css.swatch} style={{ background: `var(--${name})` }} />
        </Sample>
      ))}
      <Sample name="h3, display">
        <h3>Woven by hand</h3>
      </Sample>
      <Sample name="text with a link">
        <p>
          Pure silk with a <a href="#foundations">contrast border</a>.
        </p>
      </Sample>
      <Sample name="Devanagari in the text font">
        <p lang="hi">हाथ से बुना हुआ</p>
      </Sample>
      <Sample name="WovenBorder">
        <div className={css.wide}>
          <WovenBorder />
        </div>
      </Sample>
      <Sample name="WovenBorder flip">
        <div className={css.wide}>
          <WovenBorder flip />
        </div>
      </Sample>
      <Sample name={`Icon: ${icons.join(', ')}`}>
        <div className={css.icons}>
          {icons.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Sample>
    </div>
  );
}
