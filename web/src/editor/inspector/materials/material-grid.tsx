import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { MATERIAL_DRAG } from '../../viewport/material-drops.ts';
import { MaterialBall } from './material-ball.tsx';
import classes from './materials.module.css';

const BALL_PX = 48;

/** The materials of the scene: a press chooses one, a drag onto a thing in the view gives it to that. */
export function MaterialGrid({
  label,
  chosen,
  onChoose,
}: {
  label: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const editor = useEditor();
  const { t } = useWords();
  const { materials } = useStore(editor.scene);
  const isReadOnly = useStore(editor.isReadOnly);
  const all = Object.entries(materials);
  if (all.length === 0) {
    return <p className={classes.empty}>{t('materials.empty')}</p>;
  }
  return (
    <ul className={classes.grid} aria-label={label}>
      {all.map(([id, material]) => {
        const name = material.name || t('material.name');
        return (
          <li key={id}>
            <button
              type="button"
              className={classes.thing}
              aria-label={name}
              aria-pressed={id === chosen}
              title={name}
              draggable={!isReadOnly}
              onDragStart={(event) => {
                event.dataTransfer.setData(MATERIAL_DRAG, id);
                event.dataTransfer.effectAllowed = 'copy';
              }}
              onClick={() => onChoose(id)}
            >
              <MaterialBall material={material} size={BALL_PX} />
              <span className={classes.thingName}>{name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
