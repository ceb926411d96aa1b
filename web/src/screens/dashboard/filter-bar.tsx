import { ArrowDownUp, Shapes, Tag as TagIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import primitives from '../../components/primitives.module.css';
import { useT } from '../../hooks/use-language.tsx';
import { useSceneCategories } from '../../hooks/use-scene-categories.ts';
import { useTags } from '../../hooks/use-tags.ts';
import classes from './filter-bar.module.css';
import { type SceneFilter, SORTS } from './scene-filter.ts';
import { TagDot } from './tag-colors.tsx';

const LazyTagsDialog = lazyPart(async () => (await import('./tags-dialog.tsx')).TagsDialog);

type Change = (change: Partial<SceneFilter>) => void;

/** Filters a list by tags and category, and sorts it. Active filters are shown as chips. */
export function FilterBar({
  filter,
  hasLabels,
  onChange,
  onTagsChanged,
}: {
  filter: SceneFilter;
  /** Shared scenes have the tags of other workspaces, which cannot be searched. */
  hasLabels: boolean;
  onChange: Change;
  onTagsChanged: () => void;
}) {
  return (
    <div className={classes.bar} data-tour="filters">
      {hasLabels && <TagFilter filter={filter} onChange={onChange} onTagsChanged={onTagsChanged} />}
      {hasLabels && <CategoryFilter filter={filter} onChange={onChange} />}
      <span className="flex-1" />
      <SortMenu filter={filter} onChange={onChange} />
    </div>
  );
}

function TagFilter({
  filter,
  onChange,
  onTagsChanged,
}: {
  filter: SceneFilter;
  onChange: Change;
  onTagsChanged: () => void;
}) {
  const t = useT();
  const { tags } = useTags();
  const [isEditing, setIsEditing] = useState(false);
  const chosen = new Set(filter.tags);
  const without = (name: string) => filter.tags.filter((tag) => tag !== name);
  const toggle = (name: string) =>
    onChange({ tags: chosen.has(name) ? without(name) : [...filter.tags, name] });
  const items = (): MenuItem[] => [
    ...tags.map(
      ({ uuid, name }): MenuItem => ({
        key: uuid,
        label: name,
        isChecked: chosen.has(name),
        staysOpen: true,
        onSelect: () => toggle(name),
      }),
    ),
    ...(tags.length > 0 ? [{ kind: 'separator', key: 'line' } as const] : []),
    { key: 'edit', label: t('filter.tags.edit'), onSelect: () => setIsEditing(true) },
  ];
  const colorOf = (name: string) => tags.find((tag) => tag.name === name)?.color ?? 'grey';
  return (
    <>
      <MenuButton label={t('filter.tags')} icon={<TagIcon size={16} aria-hidden="true" />} items={items} />
      {filter.tags.map((name) => (
        <Chip
          key={name}
          icon={<TagDot color={colorOf(name)} />}
          label={name}
          clearLabel={t('filter.remove', { name })}
          onClear={() => onChange({ tags: without(name) })}
        />
      ))}
      {isEditing && <LazyTagsDialog onChanged={onTagsChanged} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function CategoryFilter({ filter, onChange }: { filter: SceneFilter; onChange: Change }) {
  const t = useT();
  const categories = useSceneCategories();
  const chosen = categories.find(({ uuid }) => uuid === filter.category);
  const items = (): MenuItem[] =>
    categories.map(({ uuid, name }) => ({
      key: uuid,
      label: name,
      isChecked: uuid === filter.category,
      onSelect: () => onChange({ category: uuid === filter.category ? null : uuid }),
    }));
  return (
    <>
      <MenuButton label={t('filter.category')} icon={<Shapes size={16} aria-hidden="true" />} items={items} />
      {chosen && (
        <Chip
          label={chosen.name}
          clearLabel={t('filter.remove', { name: chosen.name })}
          onClear={() => onChange({ category: null })}
        />
      )}
    </>
  );
}

function SortMenu({ filter, onChange }: { filter: SceneFilter; onChange: Change }) {
  const t = useT();
  const items = (): MenuItem[] =>
    SORTS.map((sort) => ({
      key: sort,
      label: t(`sort.${sort}`),
      isChecked: sort === filter.sort,
      onSelect: () => onChange({ sort }),
    }));
  return (
    <MenuButton
      label={t('sort.label', { order: t(`sort.${filter.sort}`) })}
      icon={<ArrowDownUp size={16} aria-hidden="true" />}
      align="end"
      items={items}
    >
      {t(`sort.${filter.sort}`)}
    </MenuButton>
  );
}

function MenuButton({
  label,
  icon,
  items,
  align = 'start',
  children,
}: {
  label: string;
  icon: ReactNode;
  items: () => MenuItem[];
  align?: 'start' | 'end';
  /** Short label of the button. */
  children?: ReactNode;
}) {
  return (
    <Dropdown
      label={label}
      align={align}
      items={items}
      trigger={(props) => (
        <Button {...props} variant="ghost" icon={icon} aria-label={label}>
          <span className={classNames(children !== undefined && classes.short)}>{children ?? label}</span>
        </Button>
      )}
    />
  );
}

/** An active filter with a button to remove it. */
function Chip({
  icon,
  label,
  clearLabel,
  onClear,
}: {
  icon?: ReactNode;
  label: string;
  clearLabel: string;
  onClear: () => void;
}) {
  return (
    <span className={classes.chip}>
      {icon}
      <span className={primitives.ellipsis}>{label}</span>
      <button type="button" className={classes.clear} aria-label={clearLabel} onClick={onClear}>
        <X size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
