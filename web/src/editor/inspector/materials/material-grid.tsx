import { useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { SearchField } from '../../../components/field/search-field.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { hoverPreviewProps, useHoverPreview } from '../../hooks/use-hover-preview.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { foldText } from '../../kernels/fold-text.ts';
import type { ScenePreview } from '../../kernels/scene-preview.ts';
import { MATERIAL_DRAG } from '../../viewport/material-drops.ts';
import { MaterialPreview } from './material-preview.tsx';
import classes from './materials.module.css';

const PREVIEW_PX = 48;
/** Number of materials above which a search field is shown. */
const MANY = 12;

/** Materials of the scene: a click chooses one, a drag onto an object in the view assigns it. */
export function MaterialGrid({
  label,
  chosen,
  onChoose,
  previewOf,
}: {
  label: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Preview of a material, where a click assigns it. */
  previewOf?: (id: string) => ScenePreview;
}) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const materials = useScene((scene) => scene.materials);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const hoverPreview = useHoverPreview();
  const [query, setQuery] = useState('');
  const all = Object.entries(materials);
  if (all.length === 0) {
    return <p className="m-0 text-(--text-3) text-12">{t('materials.empty')}</p>;
  }
  const found = all.filter(([, { name }]) =>
    foldText(name || t('material.name')).includes(foldText(query.trim())),
  );
  return (
    <>
      {(all.length > MANY || query !== '') && (
        <SearchField size="small" label={t('materials.search')} value={query} onChange={setQuery} />
      )}
      {found.length === 0 && <p className="m-0 text-(--text-3) text-12">{t('outliner.nothing')}</p>}
      <ul className={classNames(classes.grid, classes.box)} aria-label={label}>
        {found.map(([id, material]) => {
          const name = material.name || t('material.name');
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.item}
                aria-label={name}
                aria-pressed={id === chosen}
                title={name}
                draggable={!isReadOnly}
                onDragStart={(event) => {
                  event.dataTransfer.setData(MATERIAL_DRAG, id);
                  event.dataTransfer.effectAllowed = 'copy';
                }}
                {...(previewOf && hoverPreviewProps(hoverPreview, () => previewOf(id)))}
                onClick={() => {
                  onChoose(id);
                  hoverPreview.end();
                }}
              >
                <MaterialPreview material={material} size={PREVIEW_PX} />
                <span dir="auto" className={classes.itemName}>
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
