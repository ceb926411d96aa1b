import { Box, LayoutGrid, List, Plus, Search, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useList } from '../../api/hooks.ts';
import type { CallInput } from '../../api/send.ts';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useStored } from '../../hooks/use-stored.ts';
import { useTitle } from '../../hooks/use-title.ts';
import classes from './dashboard.module.css';
import { type GridStyle, SceneList, SceneListSkeleton } from './scene-list.tsx';
import { useNewScene } from './use-new-scene.ts';

const SEARCH_WAIT_MS = 200;
const GRID_STYLES = ['row', 'column'] as const satisfies readonly GridStyle[];

export type DashboardProps = {
  title: string;
  /** Which scenes; the search is added. */
  filter: NonNullable<CallInput<'listCompositions'>['query']>;
  /** Where a new scene goes; `false` where none can be made. */
  newScene: { project: string | null } | false;
  empty: { title: string; text: string; picture?: ReactNode };
};

/** A list of scenes with its search, look and a way to make one. */
export function Dashboard({ title, filter, newScene, empty }: DashboardProps) {
  const t = useT();
  useTitle(title);
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get('q') ?? '');
  const [look, setLook] = useStored<GridStyle>('grid-style', GRID_STYLES);
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const list = useList('listCompositions', {
    query: { ...filter, ...(search !== '' && { name: search }) },
  });
  const handleSearch = (next: string) => {
    setText(next);
    setQuery(next === '' ? {} : { q: next }, { replace: true });
  };
  const { members } = list;
  return (
    <>
      <div className={classes.header}>
        <div className={classes.search}>
          <SearchField value={text} onChange={handleSearch} />
        </div>
        <div className={classes.spacer} />
        <LookToggle look={look} onChange={setLook} />
      </div>
      <div className={classes.content}>
        <div className={classes.createBar}>
          <h1 className={classes.title}>{title}</h1>
          {members && members.length > 0 && (
            <span className={classes.count}>{t('dashboard.count', { count: list.totalItems })}</span>
          )}
          <div className={classes.spacer} />
          {newScene && <NewSceneButton project={newScene.project} />}
        </div>
        {members === undefined && list.error === undefined && <SceneListSkeleton look={look} />}
        {members === undefined && list.error !== undefined && (
          <ErrorState error={list.error} title={t('dashboard.error.title')} onRetry={list.reload} />
        )}
        {members?.length === 0 &&
          (search === '' ? (
            <EmptyState
              picture={empty.picture ?? <Box size={48} strokeWidth={1} aria-hidden="true" />}
              title={empty.title}
              text={empty.text}
              action={newScene && <NewSceneButton project={newScene.project} />}
            />
          ) : (
            <EmptyState
              picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
              title={t('dashboard.empty.search.title', { query: search })}
              text={t('dashboard.empty.search.text')}
              action={<Button onClick={() => handleSearch('')}>{t('common.clear')}</Button>}
            />
          ))}
        {members && members.length > 0 && <SceneList list={list} look={look} />}
      </div>
    </>
  );
}

function NewSceneButton({ project }: { project: string | null }) {
  const t = useT();
  const { isBusy, createScene } = useNewScene(project);
  return (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden="true" />}
      isLoading={isBusy}
      onClick={createScene}
    >
      {t('dashboard.newScene')}
    </Button>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  return (
    <TextField
      label={t('dashboard.search')}
      isLabelHidden
      placeholder={t('dashboard.search')}
      // Not `search`, whose own clear button looks different in every browser.
      type="text"
      role="searchbox"
      maxLength={200}
      value={value}
      icon={<Search size={16} aria-hidden="true" />}
      action={
        value !== '' && (
          <IconButton
            size="small"
            tip="none"
            label={t('common.clear')}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange('')}
          />
        )
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function LookToggle({ look, onChange }: { look: GridStyle; onChange: (look: GridStyle) => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of two buttons is no part of a form
    <div className={classes.toggle} role="group" aria-label={t('dashboard.view')}>
      <IconButton
        label={t('dashboard.view.grid')}
        isPressed={look === 'row'}
        icon={<LayoutGrid size={16} aria-hidden="true" />}
        onClick={() => onChange('row')}
      />
      <IconButton
        label={t('dashboard.view.list')}
        tip="end"
        isPressed={look === 'column'}
        icon={<List size={16} aria-hidden="true" />}
        onClick={() => onChange('column')}
      />
    </div>
  );
}
