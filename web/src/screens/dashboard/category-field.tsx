import { Select } from '../../components/select/select.tsx';
import { useT } from '../../hooks/use-language.tsx';
import type { SceneCategory } from '../../hooks/use-scene-categories.ts';
import classes from './dialogs.module.css';

/** Value that keeps the category of each scene. */
export const KEEP = 'keep';
/** Value for none, as a select cannot hold an empty one. */
const NONE = 'none';

/** Category of scenes: its iri, `null` for none, `KEEP` where they differ. */
export function CategoryField({
  value,
  categories,
  onChange,
}: {
  value: string | null;
  categories: readonly SceneCategory[];
  onChange: (value: string | null) => void;
}) {
  const t = useT();
  const options = [
    ...(value === KEEP ? [{ value: KEEP, label: t('label.category.keep') }] : []),
    { value: NONE, label: t('label.category.none') },
    ...categories.map((category) => ({ value: category['@id'], label: category.name })),
  ];
  return (
    <div className={classes.field}>
      <span className={classes.legend}>{t('label.category')}</span>
      <Select
        label={t('label.category')}
        value={value ?? NONE}
        options={options}
        onChange={(next) => onChange(next === NONE ? null : next)}
      />
    </div>
  );
}
