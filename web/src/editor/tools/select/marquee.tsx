import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './marquee.module.css';

/** Selection rectangle; its border style shows whether touched or only contained nodes are selected. */
export function Marquee() {
  const rect = useSignalValue(useEditor().marquee);
  if (!rect) {
    return null;
  }
  const { left, top, right, bottom, isWhole } = rect;
  return (
    <div
      aria-hidden="true"
      className={classes.marquee}
      data-whole={isWhole}
      style={{ left, top, width: right - left, height: bottom - top }}
    />
  );
}
