import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import classes from './feedback.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { Spinner } from './spinner.tsx';

/**
 * Background work with its progress and a way to stop it.
 * @param share - 0 to 1; `null` while unknown
 */
export function ProgressChip({
  label,
  share,
  icon,
  cancelLabel,
  onCancel,
}: {
  label: string;
  share: number | null;
  icon?: ReactNode;
  cancelLabel?: string;
  onCancel?: () => void;
}) {
  return (
    <div className={classes.chip}>
      {icon ?? <Spinner />}
      <span className={classes.chipLabel}>{label}</span>
      <span className={classes.chipBar}>
        <ProgressBar share={share} label={label} />
      </span>
      {onCancel && (
        <IconButton
          size="small"
          tip="none"
          label={cancelLabel ?? label}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onCancel}
        />
      )}
    </div>
  );
}
