import { Import } from 'lucide-react';
import { classNames } from '../class-names.ts';
import classes from './drop-overlay.module.css';

/** Overlay of a drop target while files are held above it, with the effect of a drop; `className` places it. */
export function DropOverlay({
  className,
  title,
  text,
}: {
  className?: string;
  title: string;
  text?: string;
}) {
  return (
    <div className={classNames(classes.veil, className)}>
      <Import size={20} aria-hidden="true" />
      <strong>{title}</strong>
      {text !== undefined && <span>{text}</span>}
    </div>
  );
}
