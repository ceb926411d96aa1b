/** Screen box by its centre, in CSS pixels. */
type LabelBox = { x: number; y: number; width: number; height: number };

const LABEL_HEIGHT = 24;
/** Approximate letter width and horizontal padding of a label, in pixels. */
const LETTER_WIDTH = 7;
const LABEL_PADDING = 16;

/** Approximate size of a one-line label, in CSS pixels. */
export function labelSize(text: string): Pick<LabelBox, 'width' | 'height'> {
  return { width: text.length * LETTER_WIDTH + LABEL_PADDING, height: LABEL_HEIGHT };
}

/** Moves labels down until none overlaps another; earlier labels stay. */
export function staggerLabels<Label extends LabelBox>(labels: readonly Label[]): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    let { y } = label;
    const inTheWay = () =>
      placed.find(
        (other) =>
          Math.abs(other.x - label.x) < (other.width + label.width) / 2 &&
          Math.abs(other.y - y) < (other.height + label.height) / 2,
      );
    for (let other = inTheWay(); other; other = inTheWay()) {
      // One extra pixel, so that rounding cannot leave an overlap.
      y = other.y + (other.height + label.height) / 2 + 1;
    }
    placed.push({ ...label, y });
  }
  return placed;
}
