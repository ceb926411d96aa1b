import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import classes from './marquee.module.css';

/** The rectangle that selects what it touches, while it is drawn. */
export function Marquee() {
  const rect = useStore(useEditor().marquee);
  if (!rect) {
    return null;
  }
  const { left, top, right, bottom } = rect;
  return (
    <div
      aria-hidden="true"
      className={classes.marquee}
      style={{ left, top, width: right - left, height: bottom - top }}
    />
  );
}
