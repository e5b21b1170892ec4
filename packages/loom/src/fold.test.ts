import { foldRow, swingFor } from './fold.js';

describe('folds', () => {
  it('keep the length of the cloth', () => {
    const steps = 300;
    const row = foldRow(steps, 110, () => 1.8, 12, 4, 0);
    let length = 0;
    for (let i = 1; i <= steps; i += 1) length += Math.hypot(row.x[i] - row.x[i - 1], row.z[i] - row.z[i - 1]);
    expect(length).toBeGreaterThan(108);
    expect(length).toBeLessThan(112);
  });

  it.each([25, 40, 60, 90])('span %d cm as requested', (span) => {
    const swing = swingFor(span, 110, 11, 7);
    expect(Math.abs(foldRow(160, 110, () => swing, 11, 7, 0).span - span)).toBeLessThan(2);
  });
});
