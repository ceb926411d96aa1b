import { ICON_PATHS, type IconName } from './icon-paths.ts';

type IconActionProps = {
  icon: IconName;
  label: string;
  /** Number of pending items, which the label also contains; undefined or 0 for none. */
  badge?: number;
  onClick: () => void;
};

/** An icon button; `label` describes its action. */
export function IconAction({ icon, label, badge = 0, onClick }: IconActionProps) {
  return (
    <button type="button" className="viewer-icon" title={label} aria-label={label} onClick={onClick}>
      <ActionIcon name={icon} />
      {badge > 0 && (
        <span className="viewer-badge" aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
}

/** An icon without a label, which its parent needs. */
export function ActionIcon({ name }: { name: IconName }) {
  return (
    <svg className="viewer-glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
