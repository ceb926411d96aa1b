import { classNames } from '../class-names.ts';
import classes from './feedback.module.css';

/**
 * Progress of an operation.
 * @param share - 0 to 1; `null` while unknown
 */
export function ProgressBar({
  share,
  label,
  kind = 'info',
}: {
  share: number | null;
  label: string;
  kind?: 'info' | 'success' | 'warning';
}) {
  const clamped = share === null ? null : Math.min(Math.max(share, 0), 1);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={clamped === null ? undefined : Math.round(clamped * 100)}
      className={classNames(
        classes.track,
        clamped === null && classes.unknown,
        kind !== 'info' && classes[kind],
      )}
    >
      <div
        className={classes.fill}
        style={clamped === null ? undefined : { transform: `scaleX(${clamped})` }}
      />
    </div>
  );
}
