import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { indeterminateRef } from '../../components/field/checkbox.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { FormDialog } from '../../components/modal/form-dialog.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import hiddenClasses from '../../components/visually-hidden.module.css';
import { useT } from '../../hooks/use-language.tsx';
import { type SceneCategory, useSceneCategories } from '../../hooks/use-scene-categories.ts';
import { useTags } from '../../hooks/use-tags.ts';
import classes from './dialogs.module.css';
import { useOrganise } from './organise/organise-context.tsx';
import type { SceneItem } from './scene-item.ts';
import { TagDot } from './tag-colors.tsx';

/** Value that keeps the category of each scene. */
const KEEP = 'keep';

/** Value for none, as a select cannot hold an empty one. */
const NONE = 'none';

/** Assignment of a tag: to all of the scenes, none, or some. */
type Hold = 'all' | 'none' | 'some';

const MAX_TAG_NAME = 60;

/** Assigns tags and a category to scenes. */
export function LabelDialog({ scenes, onClose }: { scenes: readonly SceneItem[]; onClose: () => void }) {
  const t = useT();
  const { actions } = useOrganise();
  const categories = useSceneCategories();
  const { tags, add, setHold, tagChange } = useTagEdits(scenes);
  const [text, setText] = useState('');
  const [category, setCategory] = useState(commonCategory(scenes));

  const handleAdd = () => {
    add(text.trim());
    setText('');
  };
  const handleSubmit = () => {
    if (text.trim() !== '') {
      handleAdd();
      return;
    }
    if (tagChange !== null) {
      actions.tag(scenes, tagChange);
    }
    if (category !== KEEP && category !== commonCategory(scenes)) {
      actions.categorise(scenes, category);
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('label.title', { count: scenes.length })}
      submit={{ label: t('common.save') }}
      className="flex flex-col gap-4"
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <fieldset className="flex overflow-auto max-h-[14rem] flex-wrap content-start p-0 gap-2 border-0 m-0">
        <legend className={primitives.legend}>{t('label.tags')}</legend>
        {tags.length === 0 && <p className="text-(--text-3) text-13">{t('label.tags.none')}</p>}
        {tags.map((tag) => (
          <TagChip
            key={tag.name}
            {...tag}
            onChange={(isChecked) => setHold(tag.name, isChecked ? 'all' : 'none')}
          />
        ))}
      </fieldset>
      <div className={classes.addRow}>
        <TextField
          label={t('label.newTag')}
          value={text}
          maxLength={MAX_TAG_NAME}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              handleAdd();
            }
          }}
        />
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={handleAdd}>
          {t('label.add')}
        </Button>
      </div>
      <CategoryField value={category} categories={categories} onChange={setCategory} />
    </FormDialog>
  );
}

/** Tags of the workspace and new ones, with their unsaved assignment to the scenes. */
function useTagEdits(scenes: readonly SceneItem[]) {
  const { tags } = useTags();
  const [edits, setEdits] = useState<ReadonlyMap<string, Hold>>(new Map());
  const added = [...edits.keys()].filter((name) => !tags.some((tag) => tag.name === name));
  const all = [...tags, ...added.map((name) => ({ name, color: 'grey' as const }))];
  const setHold = (name: string, hold: Hold) => setEdits(new Map([...edits, [name, hold]]));
  const changed = [...edits].filter(([name, hold]) => hold !== heldBy(scenes, name));
  const namesOf = (wanted: Hold) => changed.filter(([, hold]) => hold === wanted).map(([name]) => name);
  return {
    tags: all.map(({ name, color }) => ({ name, color, hold: edits.get(name) ?? heldBy(scenes, name) })),
    /** Assigns a tag to all of the scenes; a known name in other letter case is the same tag. */
    add: (name: string) => {
      const isSame = (tag: { name: string }) => tag.name.toLocaleLowerCase() === name.toLocaleLowerCase();
      if (name !== '') {
        setHold(all.find(isSame)?.name ?? name, 'all');
      }
    },
    setHold,
    /** Null without a change. */
    tagChange: changed.length > 0 ? { add: namesOf('all'), remove: namesOf('none') } : null,
  };
}

function TagChip({
  name,
  color,
  hold,
  onChange,
}: {
  name: string;
  color: Parameters<typeof TagDot>[0]['color'];
  hold: Hold;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <label className={classes.chip} data-hold={hold}>
      <input
        type="checkbox"
        className={hiddenClasses.hidden}
        checked={hold === 'all'}
        ref={indeterminateRef(hold === 'some')}
        onChange={(event) => onChange(event.target.checked)}
      />
      <TagDot color={color} />
      {name}
    </label>
  );
}

function heldBy(scenes: readonly SceneItem[], name: string): Hold {
  const count = scenes.filter(({ tags = [] }) => tags.includes(name)).length;
  return count === 0 ? 'none' : count === scenes.length ? 'all' : 'some';
}

/** Common category of the scenes (`null`: none), or `KEEP`. */
function commonCategory(scenes: readonly SceneItem[]): string | null {
  const [first] = scenes;
  return scenes.every(({ category }) => category === first?.category) ? (first?.category ?? null) : KEEP;
}

/** Category of scenes: its iri, `null` for none, `KEEP` where they differ. */
function CategoryField({
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
    <div className={primitives.stack}>
      <span className={primitives.legend}>{t('label.category')}</span>
      <Select
        label={t('label.category')}
        value={value ?? NONE}
        options={options}
        onChange={(next) => onChange(next === NONE ? null : next)}
      />
    </div>
  );
}
