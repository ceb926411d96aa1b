import type { TagColor } from '@diorama/shared/domain/tag-colors.ts';
import classes from './tag-dot.module.css';

/** Colour of a tag; its name is shown beside it. */
export function TagDot({ color }: { color: TagColor }) {
  return <span aria-hidden="true" className={classes.dot} style={{ background: `var(--tag-${color})` }} />;
}
