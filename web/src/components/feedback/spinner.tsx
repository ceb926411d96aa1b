import { LoaderCircle } from 'lucide-react';
import classes from './feedback.module.css';

/** Something is going on and will not take long. */
export function Spinner({ size = 16 }: { size?: 16 | 20 }) {
  return <LoaderCircle className={classes.spinner} size={size} aria-hidden="true" />;
}
