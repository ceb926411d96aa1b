import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

type IconActionProps = {
  icon: IconName;
  label: string;
  /** How much waits behind it, which the label says as well; left out or 0 for nothing. */
  badge?: number;
  onClick: () => void;
};

/** A button that is an icon; `label` says what it does. */
export function IconAction({ icon, label, badge = 0, onClick }: IconActionProps) {
  return (
    <button type="button" className="viewer-icon" title={label} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
      {badge > 0 && (
        <span className="viewer-badge" aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
}
