/** How dark a cell can be. 0 stands for nothing. */
export const TOP_LEVEL = 6;

/** How dark the cell of a value is beside the largest one. */
export function levelOf(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  return Math.max(1, Math.ceil((value / most) * TOP_LEVEL));
}
