import { updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { Button } from '../../components/button/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import primitives from '../../components/primitives.module.css';
import { useDropOnMaterialSlot } from '../features/library/use-drop-on-material-slot.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useRememberedSwitch } from '../hooks/use-remembered-switch.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { countUses } from '../queries/assigned-material.ts';
import type { MaterialEditorProps } from './fields/field-parts.ts';
import classes from './fields.module.css';
import { advancedFields, mapFields, materialFields, notInArFields } from './material-fields.ts';
import { MaterialPreview } from './materials/material-preview.tsx';
import materialClasses from './materials/materials.module.css';
import { NameRow } from './name-row.tsx';
import { MoreFields } from './section.tsx';
import { type ValueField, ValueRows } from './value-rows.tsx';

const SaveMaterial = lazyPart(async () => (await import('./save-material.tsx')).SaveMaterial, {
  isAhead: true,
});

/** Material properties that native AR viewers do not show. */
const NOT_IN_AR = ['sheen', 'iridescence', 'anisotropy', 'thickness', 'attenuationDistance'] as const;
const PREVIEW_PX = 64;

/**
 * Values of a scene material with a preview on a ball or cube. `own` is the selected part: if other parts
 * share the material, it can get a copy.
 */
export function MaterialValues({ id, own }: MaterialEditorProps) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const material = useScene(({ materials }) => materials[id]);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isFixed = useIsLocked(own?.part.ids ?? []);
  const [isCube, toggleCube] = useRememberedSwitch('material.cube');
  const drop = useDropOnMaterialSlot(own?.part ?? null);
  const uses = useScene(() => countUses(editor, id));
  if (!material) {
    return null;
  }
  const lost = NOT_IN_AR.filter((key) => material.advanced[key] > 0);
  const write = (patch: object) => updateMaterial(editor.ydoc, id, patch);
  const rows = (fields: readonly ValueField[]) => (
    <ValueRows
      fields={fields}
      source={material}
      onWrite={write}
      previewOf={(patch) => ({ materials: { [id]: patch } })}
    />
  );
  return (
    <>
      <div className={materialClasses.head} {...drop}>
        <button
          type="button"
          className={materialClasses.headPreview}
          aria-pressed={isCube}
          aria-label={t('material.cube')}
          title={t(isCube ? 'material.onSphere' : 'material.onCube')}
          onClick={toggleCube}
        >
          <MaterialPreview material={material} size={PREVIEW_PX} form={isCube ? 'cube' : 'sphere'} />
          <span className={materialClasses.headForm}>
            <Icon name={isCube ? 'circle' : 'box'} />
          </span>
        </button>
        <div className={materialClasses.headWords}>
          <span className={primitives.note}>{t('material.uses', { count: uses })}</span>
          {own && uses > own.part.ids.length && (
            <Button size="small" disabled={isFixed} onClick={own.onUnique}>
              {t('material.unique')}
            </Button>
          )}
          <SaveMaterial material={material} name={material.name || t('material.name')} />
        </div>
      </div>
      <NameRow
        label={t('inspector.name')}
        value={material.name}
        isDisabled={isReadOnly}
        onCommit={(name) => editor.edit(() => write({ name }))}
      />
      {rows(materialFields(material))}
      <MoreFields title={t('material.maps')}>{rows(mapFields(material))}</MoreFields>
      <MoreFields title={t('material.more')}>
        {rows(advancedFields)}
        <p className={classes.note}>{t('material.beyondAr')}</p>
        {rows(notInArFields(material))}
      </MoreFields>
      {lost.length > 0 && (
        <p className={classes.note}>
          {t('material.notInAr', { values: lost.map((key) => t(`material.${key}`)).join(', ') })}
        </p>
      )}
    </>
  );
}
