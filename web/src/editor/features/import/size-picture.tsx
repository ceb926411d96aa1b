import classes from './import.module.css';

/** Height of the reference person, in metres. */
const PERSON = 1.7;
/** Width of a person as a share of the height. */
const SLENDERNESS = 0.3;
/** Height of the picture in pixels, and smallest size of a drawn figure. */
const HEIGHT = 16;
const SMALLEST = 2;
const GAP = 3;

/** Person beside a block of a model's largest side, to scale. @param size - metres */
export function SizePicture({ size }: { size: number }) {
  const scale = HEIGHT / Math.max(PERSON, size);
  const person = Math.max(SMALLEST, PERSON * scale);
  const block = Math.max(SMALLEST, size * scale);
  const width = person * SLENDERNESS;
  const head = width * 0.32;
  return (
    <svg
      className={classes.sizePicture}
      width={width + GAP + block}
      height={HEIGHT}
      viewBox={`0 ${-HEIGHT} ${width + GAP + block} ${HEIGHT}`}
      aria-hidden="true"
    >
      <circle cx={width / 2} cy={head - person} r={head} />
      <rect width={width} height={person - 2.4 * head} y={2.4 * head - person} rx={width * 0.4} />
      <rect
        data-model
        x={width + GAP}
        y={-block}
        width={block}
        height={block}
        rx={Math.min(1.5, block / 3)}
      />
    </svg>
  );
}
