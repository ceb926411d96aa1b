import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Select } from '../../../components/select/select.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { type FieldProps, setValue } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** In a list of choices, the one that means none: a select cannot have an empty value. */
const NONE = '-';
/** More slots than these are folded away. */
const FEW_SLOTS = 4;
const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

/** Which material stands in for each that a node has by itself. */
export function SlotsControl(props: FieldProps<'slots'>) {
  const { spec, ids, label, isDisabled } = props;
  const { t } = useWords();
  // Those of a kind have words; those of a file are called as in the file.
  const nameOf = (slot: string) => (spec.slots ? t(`slot.${slot}` as 'slot.frame') : slot);
  const { materials } = useStore(useEditor().scene);
  const { node, asset } = useShownAsset(ids);
  const slots = [...(spec.slots ?? asset?.extra.slots ?? [])].sort(byName);
  const options = [
    { value: NONE, label: t(spec.slots ? 'material.default' : 'material.original') },
    ...Object.entries(materials).map(([value, { name }]) => ({ value, label: name || t('material.name') })),
  ];
  if (!node || slots.length === 0) {
    return null;
  }
  const worn = slotsOf(node);
  const set = (slot: string, id: string) => {
    const { [slot]: _before, ...others } = worn;
    setValue(props, id === NONE ? others : { ...others, [slot]: id });
  };
  return (
    <details className={classes.more} open={slots.length <= FEW_SLOTS}>
      <summary>{`${label} (${slots.length})`}</summary>
      <div className={classes.group}>
        {slots.map((slot) => (
          <Row key={slot} label={nameOf(slot)}>
            <Select
              label={nameOf(slot)}
              size="small"
              value={worn[slot] ?? NONE}
              options={options}
              isDisabled={isDisabled}
              onChange={(id) => set(slot, id)}
            />
          </Row>
        ))}
      </div>
    </details>
  );
}
