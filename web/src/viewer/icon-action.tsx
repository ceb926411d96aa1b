import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

/** A button that is an icon; `label` says what it does. */
export function IconAction({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" className="viewer-icon" title={label} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
