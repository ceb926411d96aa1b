import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Popover } from '../../../components/popover/popover.tsx';
import { type LibraryItem, useLibrary } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { hoverPreviewProps, useHoverPreview } from '../../hooks/use-hover-preview.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import type { ScenePreview } from '../../kernels/scene-preview.ts';
import { MaterialGrid } from './material-grid.tsx';
import classes from './materials.module.css';

type ShelfProps = {
  chosen: string | null;
  /** Called for a material of the scene. */
  onChoose: (id: string) => void;
  /** Called for a library preset, which is added to the scene. */
  onSelect: (item: LibraryItem) => void;
  /** Preview of a scene material, shown while it is hovered. */
  previewOf: (id: string) => ScenePreview;
  /** Preview of a preset; null if it cannot be applied. */
  previewLibraryItem: (item: LibraryItem) => ScenePreview | null;
};

/** Button with a popover of the scene's materials and the library presets. */
export function MaterialShelf({ isDisabled, ...shelf }: ShelfProps & { isDisabled: boolean }) {
  const { t } = useEditorTranslations();
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

function Shelf({ chosen, onChoose, onSelect, previewOf, previewLibraryItem }: ShelfProps) {
  const { t } = useEditorTranslations();
  return (
    <div className="w-[19rem] max-w-full">
      <h3 className="mx-0 mt-3 mb-1 text-(--text-2) text-12 first:mt-0">{t('materials.scene')}</h3>
      <MaterialGrid label={t('materials.scene')} chosen={chosen} onChoose={onChoose} previewOf={previewOf} />
      <h3 className="mx-0 mt-3 mb-1 text-(--text-2) text-12 first:mt-0">{t('materials.presets')}</h3>
      <Presets onSelect={onSelect} previewLibraryItem={previewLibraryItem} />
    </div>
  );
}

function Presets({ onSelect, previewLibraryItem }: Pick<ShelfProps, 'onSelect' | 'previewLibraryItem'>) {
  const { account } = useEditorSession();
  const { t } = useEditorTranslations();
  const hoverPreview = useHoverPreview();
  const list = useLibrary({ shelf: 'materials', isMine: false, account, category: null, words: '' });
  if (!list.members && list.error !== undefined) {
    return <p className="m-0 text-(--text-3) text-12">{t('picture.unreachable')}</p>;
  }
  // A new installation may still be creating its default content.
  if (!list.members || list.members.length === 0) {
    return <Spinner />;
  }
  return (
    <>
      <ul className={classes.grid} aria-label={t('materials.presets')}>
        {list.members.map((item) => (
          <li key={item['@id']}>
            <button
              type="button"
              className={classes.item}
              title={item.name}
              {...hoverPreviewProps(hoverPreview, () => previewLibraryItem(item))}
              onClick={() => {
                onSelect(item);
                hoverPreview.end();
              }}
            >
              {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" loading="lazy" />}
              <span className={classes.itemName}>{item.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </>
  );
}
