import { Import } from 'lucide-react';
import { classNames } from '../class-names.ts';
import classes from './drop-veil.module.css';

/** Lies over what takes the files that are held above it, and says what becomes of them; `className` places it. */
export function DropVeil({ className, title, text }: { className?: string; title: string; text?: string }) {
  return (
    <div className={classNames(classes.veil, className)}>
      <Import size={20} aria-hidden="true" />
      <strong>{title}</strong>
      {text !== undefined && <span>{text}</span>}
    </div>
  );
}
