import { Plus } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Select } from '../../components/select/select.tsx';
import { createMaterial, giveMaterial } from '../commands/materials.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFitting } from '../hooks/use-fitting.ts';
import { useIsFixed } from '../hooks/use-is-fixed.ts';
import { useNodes, useScene } from '../hooks/use-scene.ts';
import { useWords } from '../hooks/use-words.ts';
import { inMaterial, type Trial } from '../kernels/try-on.ts';
import { putThing, tryThing } from '../library/put-thing.ts';
import { useDropOnPart } from '../library/use-drop-on-part.ts';
import { usePutMeans } from '../library/use-put-means.ts';
import classes from './fields.module.css';
import { MaterialValues } from './material-values.tsx';
import { MaterialShelf } from './materials/material-shelf.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { common } from './use-patch.ts';

/** Select values for choices without a material. */
const DEFAULT = '-';
const MIXED = '*';

/** Material of the selected shapes with its values. */
export function MaterialSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useWords();
  const nodes = useNodes(ids);
  const materials = useScene((scene) => scene.materials);
  const isFixed = useIsFixed(ids);
  const used = nodes.map(({ material }) => material ?? DEFAULT);
  const chosen = common(used);
  const material = materials[chosen ?? ''];
  const options = [
    ...(chosen === null ? [{ value: MIXED, label: t('inspector.mixed'), isDisabled: true }] : []),
    { value: DEFAULT, label: t('material.default') },
    ...Object.entries(materials).map(([value, { name }]) => ({ value, label: name || t('material.name') })),
  ];
  const drop = useDropOnPart({ ids, slot: null });
  const means = usePutMeans();
  const fitting = useFitting();
  const wearing = (id: string | null): Trial => ({ nodes: { ids, as: inMaterial(id) } });
  const create = () =>
    createMaterial(editor, ids, { name: t('material.name'), ...(material && { like: material }) });

  return (
    <Section title={t('material.title')}>
      <div className={classes.takes} {...drop}>
        <Row label={t('material.name')}>
          <Select
            label={t('material.title')}
            size="small"
            value={material ? (chosen ?? MIXED) : chosen === null ? MIXED : DEFAULT}
            options={options}
            isDisabled={isFixed}
            onChange={(value) => giveMaterial(editor, ids, value === DEFAULT ? null : value)}
            onReach={(value) =>
              value === null ? fitting.end() : fitting.begin(wearing(value === DEFAULT ? null : value))
            }
          />
          <IconButton
            className={classes.fixed}
            size="default"
            tip="end"
            label={t('material.create')}
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={isFixed}
            onClick={create}
          />
        </Row>
        <MaterialShelf
          isDisabled={isFixed}
          chosen={material ? chosen : null}
          onChoose={(id) => giveMaterial(editor, ids, id)}
          onTake={(thing) => putThing(means, thing, null)}
          tryOn={wearing}
          tryThing={(thing) => tryThing(means, thing)}
        />
      </div>
      {material && chosen !== null && (
        <MaterialValues key={chosen} id={chosen} own={{ part: { ids, slot: null }, onUnique: create }} />
      )}
    </Section>
  );
}
