/** A box on the screen by its middle, in CSS pixels. */
export type LabelBox = { x: number; y: number; width: number; height: number };

const LABEL_HEIGHT = 24;
/** About as wide as a letter of a label, and what it has around its words, in pixels. */
const LETTER_WIDTH = 7;
const LABEL_PADDING = 16;

/** About how large a label is drawn that says something in one line, in CSS pixels. */
export function labelSize(text: string): Pick<LabelBox, 'width' | 'height'> {
  return { width: text.length * LETTER_WIDTH + LABEL_PADDING, height: LABEL_HEIGHT };
}

/** Moves labels down until none lies over another; the earlier ones stay. */
export function stagger<Label extends LabelBox>(labels: readonly Label[]): Label[] {
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
      // A pixel more than touching, so that rounding never leaves them where they were.
      y = other.y + (other.height + label.height) / 2 + 1;
    }
    placed.push({ ...label, y });
  }
  return placed;
}
