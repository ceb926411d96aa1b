import type { Material } from '@diorama/shared/scene/material.ts';
import { Plus } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Select } from '../../components/select/select.tsx';
import { createMaterial, setMaterial } from '../commands/materials.ts';
import { insertLibraryItem, previewLibraryItem } from '../features/library/model/insert-library-item.ts';
import { useDropOnMaterialSlot } from '../features/library/use-drop-on-material-slot.ts';
import { useInsertContext } from '../features/library/use-insert-context.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useHoverPreview } from '../hooks/use-hover-preview.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useNodes, useScene } from '../hooks/use-scene.ts';
import { overridingSlots } from '../kernels/overriding-slots.ts';
import { inMaterial, type ScenePreview } from '../kernels/scene-preview.ts';
import { FieldMark } from './field-mark.tsx';
import classes from './fields.module.css';
import { MaterialValues } from './material-values.tsx';
import { MaterialShelf } from './materials/material-shelf.tsx';
import { MIXED, mixedOption } from './mixed-option.ts';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { common } from './use-patch.ts';

/** Select value for no material. */
const DEFAULT = '-';

/** Value of the select; a material that no longer exists is shown as mixed or default. */
function selectValue(material: Material | undefined, chosen: string | null): string {
  if (material) {
    return chosen ?? MIXED;
  }
  return chosen === null ? MIXED : DEFAULT;
}

/** Material of the selected shapes with its values. */
export function MaterialSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const nodes = useNodes(ids);
  const materials = useScene((scene) => scene.materials);
  const isFixed = useIsLocked(ids);
  const used = nodes.map(({ material }) => material ?? DEFAULT);
  const chosen = common(used);
  const material = materials[chosen ?? ''];
  const options = [
    ...mixedOption(t, chosen === null),
    { value: DEFAULT, label: t('material.default') },
    ...Object.entries(materials).map(([value, { name }]) => ({ value, label: name || t('material.name') })),
  ];
  const drop = useDropOnMaterialSlot({ ids, slot: null });
  const context = useInsertContext();
  const hoverPreview = useHoverPreview();
  const wearing = (id: string | null): ScenePreview => ({ nodes: { ids, as: inMaterial(id) } });
  const create = () =>
    createMaterial(editor, ids, { name: t('material.name'), ...(material && { like: material }) });

  const parts = overridingSlots(nodes);
  const named = parts?.map((slot) => t(`slot.${slot}` as 'slot.frame')).join(', ') ?? '';

  return (
    <Section title={t('material.title')}>
      <div className={classes.takes} {...drop}>
        <FieldMark ids={ids} field="material">
          <Row label={t('material.name')}>
            <Select
              label={t('material.title')}
              size="small"
              value={selectValue(material, chosen)}
              options={options}
              isDisabled={isFixed}
              onChange={(value) => setMaterial(editor, ids, value === DEFAULT ? null : value)}
              onReach={(value) =>
                value === null
                  ? hoverPreview.end()
                  : hoverPreview.begin(wearing(value === DEFAULT ? null : value))
              }
            />
            <IconButton
              className={classes.fixed}
              size="default"
              label={t('material.create')}
              icon={<Plus size={16} aria-hidden="true" />}
              disabled={isFixed}
              onClick={create}
            />
          </Row>
        </FieldMark>
        <MaterialShelf
          isDisabled={isFixed}
          chosen={material ? chosen : null}
          onChoose={(id) => setMaterial(editor, ids, id)}
          onSelect={(item) => insertLibraryItem(context, item, null)}
          previewOf={wearing}
          previewLibraryItem={(item) => previewLibraryItem(context, item)}
        />
      </div>
      {parts && (
        <p className={classes.note}>
          {named === '' ? t('material.parts') : t('material.parts.own', { parts: named })}
        </p>
      )}
      {material && chosen !== null && (
        <MaterialValues key={chosen} id={chosen} own={{ part: { ids, slot: null }, onUnique: create }} />
      )}
    </Section>
  );
}
