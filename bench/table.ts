/** Plain text tables. */

/** Pads the cells: the first column to the left, the others to the right. A row of one cell is a heading. */
export function alignTable(rows: string[][]): string {
  const full = rows.filter((row) => row.length > 1);
  const widths = full[0]!.map((_, i) => Math.max(...full.map((row) => row[i]?.length ?? 0)));
  const align = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!));
  return rows.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}

/** Three significant digits, whole from 100 on; nothing for what is not a number. */
export function roundForPeople(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
