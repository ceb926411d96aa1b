import { updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { Plus } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Select } from '../../components/select/select.tsx';
import { createMaterial, giveMaterial } from '../commands/materials.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { countUses } from '../queries/count-uses.ts';
import classes from './fields.module.css';
import { advancedFields, mapFields, materialFields } from './material-fields.ts';
import { Row } from './row.tsx';
import type { SaveMaterial as SaveMaterialButton } from './save-material.tsx';
import { Section } from './section.tsx';
import { TextRow } from './text-row.tsx';
import { common } from './use-patch.ts';
import { ValueRows } from './value-rows.tsx';

const SaveMaterial = lazyComponent<ComponentProps<typeof SaveMaterialButton>>(
  async () => (await import('./save-material.tsx')).SaveMaterial,
);

/** In a list of choices, the ones that are no material. */
const DEFAULT = '-';
const MIXED = '*';

/** Which material the selected shapes have, and what it is like. */
export function MaterialSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useWords();
  const { nodes, materials } = useStore(editor.scene);
  const isReadOnly = useStore(editor.isReadOnly);
  const used = ids.map((id) => nodes[id]?.material ?? DEFAULT);
  const chosen = common(used);
  const material = materials[chosen ?? ''];
  const options = [
    ...(chosen === null ? [{ value: MIXED, label: t('inspector.mixed'), isDisabled: true }] : []),
    { value: DEFAULT, label: t('material.default') },
    ...Object.entries(materials).map(([value, { name }]) => ({ value, label: name || t('material.name') })),
  ];
  const create = () =>
    createMaterial(editor, ids, { name: t('material.name'), ...(material && { like: material }) });

  return (
    <Section title={t('material.title')}>
      <Row label={t('material.name')}>
        <Select
          label={t('material.title')}
          size="small"
          value={material ? (chosen ?? MIXED) : chosen === null ? MIXED : DEFAULT}
          options={options}
          isDisabled={isReadOnly}
          onChange={(value) => giveMaterial(editor, ids, value === DEFAULT ? null : value)}
        />
        <IconButton
          className={classes.fixed}
          size="default"
          tip="end"
          label={t('material.create')}
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={create}
        />
      </Row>
      {material && chosen !== null && (
        <MaterialValues key={chosen} id={chosen} selected={ids.length} onUnique={create} />
      )}
    </Section>
  );
}

function MaterialValues({ id, selected, onUnique }: { id: string; selected: number; onUnique: () => void }) {
  const editor = useEditor();
  const { t } = useWords();
  const material = useStore(editor.scene).materials[id];
  const isReadOnly = useStore(editor.isReadOnly);
  if (!material) {
    return null;
  }
  const uses = countUses(editor, id);
  const write = (patch: object) => updateMaterial(editor.ydoc, id, patch);
  return (
    <>
      <TextRow
        label={t('inspector.name')}
        value={material.name}
        isDisabled={isReadOnly}
        onCommit={(name) => editor.edit(() => write({ name }))}
      />
      <ValueRows fields={materialFields(material)} source={material} onWrite={write} />
      <details className={classes.more}>
        <summary>{t('material.maps')}</summary>
        <div className={classes.group}>
          <ValueRows fields={mapFields(material)} source={material} onWrite={write} />
        </div>
      </details>
      <details className={classes.more}>
        <summary>{t('material.more')}</summary>
        <div className={classes.group}>
          <ValueRows fields={advancedFields} source={material} onWrite={write} />
        </div>
      </details>
      <div className={classes.buttons}>
        <Suspense fallback={null}>
          <SaveMaterial material={material} name={material.name || t('material.name')} />
        </Suspense>
      </div>
      {uses > selected && (
        <div className={classes.buttons}>
          <span className={classes.note}>{t('material.uses', { count: uses })}</span>
          <Button size="small" disabled={isReadOnly} onClick={onUnique}>
            {t('material.unique')}
          </Button>
        </div>
      )}
    </>
  );
}
