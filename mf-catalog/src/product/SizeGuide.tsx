import { useState } from 'react';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { messages } from './messages.js';
import css from './ProductPage.module.css';

/** Names, blouses in inches, ages and bangles, as in `size-charts.ts`. */
const CHARTED = /^(?:xs|s|m|l|xx?l|3[02468]|4[02]|\d+-\d+y|2\.(?:[2468]|10))$/i;
export const hasSizeChart = (sizes: readonly string[]): boolean => sizes.some((size) => CHARTED.test(size));

/** Opens the chart of the product's sizes, when they have one. */
export function SizeGuide({ sizes }: { sizes: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!hasSizeChart(sizes)) return null;
  return (
    <>
      <button type="button" className={css.textButton} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {messages.sizeChart}
      </button>
      {isOpen && (
        <LazyPart
          id="mf-catalog/size-chart"
          load={async () => (await import('./SizeChart.js')).SizeChart}
          props={{ sizes, onClose: () => setIsOpen(false) }}
          failed={messages.sizeChartFailed}
        />
      )}
    </>
  );
}
