import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { homePicture } from '../home/pictures.js';
import { Sample } from './Sample.js';
import css from './Design.module.css';

const badges: readonly [Tone, string][] = [
  ['green', 'Delivered'],
  ['yellow', 'Pending'],
  ['red', 'Cancelled'],
  ['blue', 'Processing'],
  ['gray', 'Unknown'],
];

export function Showing() {
  return (
    <div className={css.samples}>
      {badges.map(([tone, word]) => (
        <Sample key={tone} name={`Badge ${tone}`}>
          <Badge tone={tone}>{word}</Badge>
        </Sample>
      ))}
      <Sample name="Price">
        <Price rupees={125000} />
      </Sample>
      <Sample name="Price large, with paise">
        <Price rupees={99.5} large />
      </Sample>
      <Sample name="Card">
        <Card>Plot 1, Example Street</Card>
      </Sample>
      <Sample name="Card accent">
        <Card accent>Default address</Card>
      </Sample>
      <Sample name="Picture">
        <div className={css.wide}>
          <Picture
            url={homePicture('trending-1')}
            alt="A draped saree"
            sizes="18rem"
            ratio="4 / 3"
            widths={[320, 640]}
          />
        </div>
      </Sample>
      <Sample name="Picture without a URL">
        <div className={css.wide}>
          <Picture url={undefined} alt="No picture yet" sizes="18rem" ratio="4 / 3" />
        </div>
      </Sample>
      <div className={css.full}>
        <Sample name="Table">
          <Table caption="Sample orders" columns={['Order ID', 'Date', 'Total', 'Status']}>
            <tr>
              <td>65a1b2c3</td>
              <td>15 Jan 2026</td>
              <td>
                <Price rupees={14900} />
              </td>
              <td>
                <Badge tone="green">Delivered</Badge>
              </td>
            </tr>
            <tr>
              <td>65a1b2c4</td>
              <td>N/A</td>
              <td>
                <Price rupees={990} />
              </td>
              <td>
                <Badge tone="yellow">Pending</Badge>
              </td>
            </tr>
          </Table>
        </Sample>
      </div>
    </div>
  );
}
