import { useT } from '../../hooks/use-language.tsx';
import classes from './scene-card.module.css';

/** Chooses a scene; shown when the card is pointed at, and always where there is no pointer to do so. */
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
        // The click and not the change, as it knows of the shift key.
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
      />
    </span>
  );
}
