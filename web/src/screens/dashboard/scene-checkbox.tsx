import { useT } from '../../hooks/use-language.tsx';
import classes from './scene-card.module.css';

/** Selects a scene; shown on hover, and always on touch screens. */
export function SceneCheckbox({
  name,
  isChecked,
  onToggle,
}: {
  name: string;
  isChecked: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const t = useT();
  return (
    <span className={classes.check}>
      <input
        type="checkbox"
        aria-label={t('scene.select', { name })}
        checked={isChecked}
        // The click instead of the change event, because it has the state of the shift key.
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
      />
    </span>
  );
}
