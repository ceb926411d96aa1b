import { LoaderCircle } from 'lucide-react';
import classes from './feedback.module.css';

/** Indicator of a short operation. */
export function Spinner({ size = 16 }: { size?: 16 | 20 }) {
  return <LoaderCircle className={classes.spinner} size={size} aria-hidden="true" />;
}
