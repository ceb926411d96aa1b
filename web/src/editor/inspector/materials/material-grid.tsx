import { useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { SearchField } from '../../../components/field/search-field.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { fittingOn, useFitting } from '../../hooks/use-fitting.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { foldText } from '../../kernels/fold-text.ts';
import type { Trial } from '../../kernels/try-on.ts';
import { MATERIAL_DRAG } from '../../viewport/material-drops.ts';
import { MaterialBall } from './material-ball.tsx';
import classes from './materials.module.css';

const BALL_PX = 48;
/** Number of materials above which a search field is shown. */
const MANY = 12;

/** Materials of the scene: a click chooses one, a drag onto an object in the view assigns it. */
export function MaterialGrid({
  label,
  chosen,
  onChoose,
  tryOn,
}: {
  label: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Preview of a material, where a click assigns it. */
  tryOn?: (id: string) => Trial;
}) {
  const editor = useEditor();
  const { t } = useWords();
  const materials = useScene((scene) => scene.materials);
  const isReadOnly = useStore(editor.isReadOnly);
  const fitting = useFitting();
  const [query, setQuery] = useState('');
  const all = Object.entries(materials);
  if (all.length === 0) {
    return <p className={classes.empty}>{t('materials.empty')}</p>;
  }
  const found = all.filter(([, { name }]) =>
    foldText(name || t('material.name')).includes(foldText(query.trim())),
  );
  return (
    <>
      {(all.length > MANY || query !== '') && (
        <SearchField size="small" label={t('materials.search')} value={query} onChange={setQuery} />
      )}
      {found.length === 0 && <p className={classes.empty}>{t('outliner.nothing')}</p>}
      <ul className={classNames(classes.grid, classes.box)} aria-label={label}>
        {found.map(([id, material]) => {
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
                {...(tryOn && fittingOn(fitting, () => tryOn(id)))}
                onClick={() => {
                  onChoose(id);
                  fitting.end();
                }}
              >
                <MaterialBall material={material} size={BALL_PX} />
                <span dir="auto" className={classes.thingName}>
                  {name}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
