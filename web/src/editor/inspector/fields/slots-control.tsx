import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import primitives from '../../../components/primitives.module.css';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';
import { SlotRow } from './slot-row.tsx';
import classes from './slots-control.module.css';
import { useShownAsset } from './use-shown-asset.ts';

const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

/** Materials of a node by slot: appearance, assigned material and its values. */
export function SlotsControl({ spec, ids, label }: FieldProps<'slots'>) {
  const { t } = useEditorTranslations();
  const editor = useEditor();
  const openSlot = useSignalValue(editor.ui.openSlot);
  const { nodes, asset } = useShownAsset(ids);
  const own = asset?.extra.slots ?? [];
  const slots = [...(spec.slots ?? own)].sort(byName);
  if (nodes.length === 0 || slots.length === 0) {
    return null;
  }
  const assigned = nodes.map(slotsOf);
  const wornIn = (slot: string) => common(assigned.map((all) => ({ material: all[slot] ?? null })));
  return (
    <div className={primitives.stack1}>
      <p className="m-0 text-(--text-2) text-12">{`${label} (${slots.length})`}</p>
      <ul className={classes.list} aria-label={label}>
        {slots.map((slot) => (
          <SlotRow
            key={slot}
            ids={ids}
            slot={slot}
            // Slots of a kind are translated; slots of a file keep the file's names.
            name={spec.slots ? t(`slot.${slot}` as 'slot.frame') : slot}
            assigned={wornIn(slot)}
            defaultMaterial={spec.defaultMaterials?.[slot]}
            file={
              spec.slots || !asset
                ? null
                : { asset: asset['@id'], color: asset.extra.colors[own.indexOf(slot)] ?? null }
            }
            isOpen={openSlot === slot}
          />
        ))}
      </ul>
    </div>
  );
}
