import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Popover } from '../../../components/popover/popover.tsx';
import { type LibraryThing, useLibrary } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { fittingOn, useFitting } from '../../hooks/use-fitting.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import { useWords } from '../../hooks/use-words.ts';
import type { Trial } from '../../kernels/try-on.ts';
import { MaterialGrid } from './material-grid.tsx';
import classes from './materials.module.css';

type ShelfProps = {
  chosen: string | null;
  /** Called for a material of the scene. */
  onChoose: (id: string) => void;
  /** Called for a library preset, which is added to the scene. */
  onTake: (thing: LibraryThing) => void;
  /** Preview of a scene material, shown while it is hovered. */
  tryOn: (id: string) => Trial;
  /** Preview of a preset; null if it cannot be applied. */
  tryThing: (thing: LibraryThing) => Trial | null;
};

/** Button with a popover of the scene's materials and the library presets. */
export function MaterialShelf({ isDisabled, ...shelf }: ShelfProps & { isDisabled: boolean }) {
  const { t } = useWords();
  const side = useShelfSide();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label={t('materials.choose')}
      side={side}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" disabled={isDisabled}>
          {t('materials.choose')}
        </Button>
      }
    >
      <Shelf {...shelf} />
    </Popover>
  );
}

function Shelf({ chosen, onChoose, onTake, tryOn, tryThing }: ShelfProps) {
  const { t } = useWords();
  return (
    <div className={classes.shelf}>
      <h3 className={classes.heading}>{t('materials.scene')}</h3>
      <MaterialGrid label={t('materials.scene')} chosen={chosen} onChoose={onChoose} tryOn={tryOn} />
      <h3 className={classes.heading}>{t('materials.presets')}</h3>
      <Presets onTake={onTake} tryThing={tryThing} />
    </div>
  );
}

function Presets({ onTake, tryThing }: Pick<ShelfProps, 'onTake' | 'tryThing'>) {
  const { account } = useEditorSession();
  const { t } = useWords();
  const fitting = useFitting();
  const list = useLibrary({ shelf: 'materials', isMine: false, account, category: null, words: '' });
  if (!list.members && list.error !== undefined) {
    return <p className={classes.empty}>{t('picture.unreachable')}</p>;
  }
  // A new installation may still be creating its default content.
  if (!list.members || list.members.length === 0) {
    return <Spinner />;
  }
  return (
    <>
      <ul className={classes.grid} aria-label={t('materials.presets')}>
        {list.members.map((thing) => (
          <li key={thing['@id']}>
            <button
              type="button"
              className={classes.thing}
              title={thing.name}
              {...fittingOn(fitting, () => tryThing(thing))}
              onClick={() => {
                onTake(thing);
                fitting.end();
              }}
            >
              {thing.thumbnailUrl && <img src={thing.thumbnailUrl} alt="" loading="lazy" />}
              <span className={classes.thingName}>{thing.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </>
  );
}
