import classes from './scene-card.module.css';
import { useTagColors } from './tag-colors.tsx';
import { TagDot } from './tag-dot.tsx';

/** More would not fit on a card. */
const MAX_SHOWN = 3;

/** The tags of a scene, as many as fit. */
export function SceneTags({ names }: { names: readonly string[] }) {
  const colors = useTagColors();
  if (names.length === 0) {
    return null;
  }
  return (
    <div className={classes.tags} title={names.join(', ')}>
      {names.slice(0, MAX_SHOWN).map((name) => (
        <span key={name} className={classes.tag}>
          <TagDot color={colors.get(name) ?? 'grey'} />
          <span className={classes.tagName}>{name}</span>
        </span>
      ))}
      {names.length > MAX_SHOWN && <span className={classes.tag}>+{names.length - MAX_SHOWN}</span>}
    </div>
  );
}
